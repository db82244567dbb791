use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file whole or not at all: first beside it, then over it. A link stays, and what it
/// leads to is written.
///
/// # Errors
/// If it cannot be written, or if something that is no file has its name.
///
/// ```
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("results.json");
/// chariot::files::write_whole(&path, b"{}").unwrap();
/// assert_eq!(std::fs::read(&path).unwrap(), b"{}");
/// ```
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = Path::new(&beside);
    let written = fs::File::create(beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(beside, path));
    if done.is_err() {
        // The first error is the one to tell; a leftover file is the lesser harm.
        let _ = fs::remove_file(beside);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_a_link_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        write_whole(&file, b"old").expect("room");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        write_whole(&link, b"new").expect("room");
        assert_eq!(fs::read(&file).expect("the file"), b"new");
        assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
        let names = fs::read_dir(&folder).expect("the folder").count();
        assert_eq!(names, 2, "nothing is left beside them");
    }

    #[test]
    fn what_is_no_file_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = write_whole(folder.path(), b"bytes").expect_err("a folder");
        assert_eq!(error.to_string(), "not a regular file");
        assert!(write_whole(Path::new("/dev/null"), b"bytes").is_err());
    }
}
