//! Files that are written whole or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

/// Writes a file whole or not at all: first beside it, then over it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
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
