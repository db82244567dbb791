use super::Record;
use chariot::board::Variant;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::Path;

const MAGIC: [u8; 8] = *b"CHARGAME";
const VERSION: u16 = 2;
const HEADER_SIZE: u64 = 8 + 2 + 1 + 8 + 4 + 8 + 1 + 16;

/// What made the games of a file: with the engine of this revision, they can be made again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub game: Variant,
    /// The checksum of the network.
    pub net: u64,
    /// The soft node limit of a move.
    pub nodes: u32,
    pub seed: u64,
    /// Of 100 games, how many start from a Chess960 array.
    pub chess960: u8,
    /// The engine's revision, at most 16 bytes.
    pub revision: String,
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, net, nodes, seed, chess960, revision } = self;
        write!(f, "{game:?}, network {net:016x}, {nodes} nodes, seed {seed}, ")?;
        write!(f, "{chess960} % Chess960, revision {revision}")
    }
}

impl Header {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(self.game as u8);
        bytes.extend(self.net.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.push(self.chess960);
        let mut revision = self.revision.clone().into_bytes();
        revision.resize(16, 0);
        bytes.extend(revision);
        bytes
    }

    fn read(from: &mut impl Read) -> io::Result<Self> {
        fn take<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
            let mut bytes = [0; N];
            from.read_exact(&mut bytes)?;
            Ok(bytes)
        }
        let invalid = |what: String| io::Error::new(ErrorKind::InvalidData, what);
        if take(from)? != MAGIC {
            return Err(invalid("not a file of training games".into()));
        }
        let version = u16::from_le_bytes(take(from)?);
        if version != VERSION {
            return Err(invalid(format!("version {version} of the format, expected {VERSION}")));
        }
        let game = match take(from)? {
            [0] => Variant::Chess,
            [1] => Variant::Xiangqi,
            [other] => return Err(invalid(format!("unknown game {other}"))),
        };
        Ok(Self {
            game,
            net: u64::from_le_bytes(take(from)?),
            nodes: u32::from_le_bytes(take(from)?),
            seed: u64::from_le_bytes(take(from)?),
            chess960: u8::from_le_bytes(take(from)?),
            revision: {
                let text: [u8; 16] = take(from)?;
                String::from_utf8_lossy(&text).trim_end_matches('\0').to_owned()
            },
        })
    }
}

/// Reads the games of a file one after the other.
pub(crate) struct Reader {
    pub header: Header,
    from: BufReader<File>,
    /// The bytes of the header and of the whole games read.
    whole: u64,
    /// The whole games read.
    games: u64,
    failed: bool,
}

impl Reader {
    /// Opens a file of games.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let mut from = BufReader::with_capacity(1 << 20, File::open(path)?);
        let header = Header::read(&mut from).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => io::Error::new(error.kind(), "the header is incomplete"),
            _ => error,
        })?;
        Ok(Self { header, from, whole: HEADER_SIZE, games: 0, failed: false })
    }

    /// The games of a file that may still grow: half a game at its end is no error, but calls
    /// `at_half`.
    pub(crate) fn whole_games(
        self,
        mut at_half: impl FnMut(),
    ) -> impl Iterator<Item = io::Result<Record>> {
        let is_half = |error: &io::Error| error.kind() == ErrorKind::UnexpectedEof;
        self.take_while(move |record| {
            let half = record.as_ref().is_err_and(is_half);
            if half {
                at_half();
            }
            !half
        })
    }
}

impl Iterator for Reader {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let record = Record::read(&mut self.from).map_err(|error| {
            io::Error::new(error.kind(), format!("game {}: {error}", self.games + 1))
        });
        match &record {
            Ok(Some(_)) => match self.from.stream_position() {
                Ok(position) => {
                    self.whole = position;
                    self.games += 1;
                }
                Err(error) => return Some(Err(error)),
            },
            Ok(None) => {}
            Err(_) => self.failed = true,
        }
        record.transpose()
    }
}

/// Adds games to a file, each whole.
pub(crate) struct Appender {
    to: BufWriter<File>,
}

impl Appender {
    /// Starts a new file.
    ///
    /// # Errors
    /// If the file exists or cannot be made.
    pub(crate) fn create(path: &Path, header: &Header) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let mut to = BufWriter::new(file);
        to.write_all(&header.to_bytes())?;
        to.flush()?;
        Ok(Self { to })
    }

    /// Goes on with a file: `visit` sees its games, and half a game at the end is cut off.
    ///
    /// # Errors
    /// If the file has another header, or is damaged.
    pub(crate) fn resume(
        path: &Path,
        header: &Header,
        mut visit: impl FnMut(Record) -> io::Result<()>,
    ) -> io::Result<Self> {
        let mut reader = Reader::open(path)?;
        if reader.header != *header {
            let text = format!("made by another run: {}; expected {header}", reader.header);
            return Err(io::Error::new(ErrorKind::InvalidData, text));
        }
        for record in reader.by_ref() {
            match record {
                Ok(record) => visit(record)?,
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => break,
                Err(error) => return Err(error),
            }
        }
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(reader.whole)?;
        file.seek(io::SeekFrom::End(0))?;
        Ok(Self { to: BufWriter::new(file) })
    }

    /// Adds a game and hands it to the system, so that only a fall of the system can lose it.
    pub(crate) fn push(&mut self, record: &Record) -> io::Result<()> {
        record.write(&mut self.to)?;
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{End, Start};
    use super::*;
    use chariot::board::GameResult;
    use std::fs;

    fn header() -> Header {
        let revision = "0.1.0".into();
        let game = Variant::Xiangqi;
        Header { game, net: 7, nodes: 250, seed: 1 << 40, chess960: 9, revision }
    }

    fn record(number: u16) -> Record {
        let (start, result) = (Start::Chess960(number), GameResult::Draw);
        Record { start, result, end: End::Level, opening: Vec::new(), plies: Vec::new() }
    }

    fn numbers(path: &Path) -> Vec<u16> {
        let reader = Reader::open(path).expect("a file of games");
        assert_eq!(reader.header, header());
        reader
            .map(|record| match record.expect("whole games").start {
                Start::Chess960(number) => number,
                Start::Standard => panic!("no such game was written"),
            })
            .collect()
    }

    #[test]
    fn a_file_cut_anywhere_goes_on_with_its_whole_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let mut file = Appender::create(&path, &header()).expect("a new file");
        for number in 0..3 {
            file.push(&record(number)).expect("room");
        }
        drop(file);
        assert_eq!(numbers(&path), [0, 1, 2]);
        let whole = fs::read(&path).expect("the file");
        let game = (whole.len() - HEADER_SIZE as usize) / 3;
        for cut in 0..=game {
            fs::write(&path, &whole[..whole.len() - cut]).expect("the file");
            let mut seen = 0;
            let count = |_| {
                seen += 1;
                Ok(())
            };
            let mut file = Appender::resume(&path, &header(), count).expect("the same header");
            file.push(&record(9)).expect("room");
            let expected: &[u16] = if cut == 0 { &[0, 1, 2, 9] } else { &[0, 1, 9] };
            assert_eq!((numbers(&path), seen + 1), (expected.to_vec(), expected.len()), "{cut}");
        }
    }

    #[test]
    fn a_damaged_game_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let mut file = Appender::create(&path, &header()).expect("a new file");
        for number in 0..3 {
            file.push(&record(number)).expect("room");
        }
        let mut bytes = fs::read(&path).expect("the file");
        let game = (bytes.len() - HEADER_SIZE as usize) / 3;
        bytes[HEADER_SIZE as usize + 2 * game - 1] ^= 1;
        fs::write(&path, bytes).expect("the file");
        let records: Vec<_> = Reader::open(&path).expect("a file of games").collect();
        let errors: Vec<_> = records.iter().filter_map(|record| record.as_ref().err()).collect();
        assert_eq!((records.len(), errors.len()), (2, 1));
        assert_eq!(errors[0].to_string(), "game 2: the checksum is wrong");
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        drop(Appender::create(&path, &header()).expect("a new file"));
        assert!(Appender::create(&path, &header()).is_err(), "written over");
        let others = [Header { seed: 5, ..header() }, Header { chess960: 10, ..header() }];
        for other in others {
            assert!(Appender::resume(&path, &other, |_| Ok(())).is_err(), "{other}");
        }
        fs::write(&path, b"[Event \"?\"]\n").expect("the file");
        assert!(Reader::open(&path).is_err(), "not a data file");
    }
}
