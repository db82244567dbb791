//! Self-play that makes training data.
//!
//! Game `i` of a run depends on nothing but the engine, the net, the seed and `i`, and games are
//! written in the order of their numbers: a file can be made again from its header, whatever the
//! number of threads.

use crate::data::{self, Appender, End, Header, Ply, Record, Start};
use crate::progress;
use crate::selfplay::{play_random_moves, search};
use chariot::board::{GameResult, GameText, Path, Variant};
use chariot::chess;
use chariot::eval::nnue::Network;
use chariot::referee::Refereed;
use chariot::search::{Pool, STACK_SIZE, Searchable};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// MiB of the transposition table.
const HASH: usize = 1;
/// An opening is thrown away if its first search gives more centipawns than this.
const BALANCED: i16 = 500;
/// A game is decided when the scores of `WON_PLIES` plies agree on this many centipawns.
const WON: i16 = 1_500;
const WON_PLIES: usize = 4;
/// A game is level when the scores of `LEVEL_PLIES` plies beyond `LEVEL_FROM` are no larger.
const LEVEL: i16 = 8;
const LEVEL_PLIES: usize = 12;
const LEVEL_FROM: usize = 60;
/// A longer game is drawn.
const MAX_PLIES: usize = 300;

/// How a run goes.
pub struct Run {
    /// The soft node limit of a move.
    pub nodes: u64,
    /// Usable positions to make.
    pub positions: u64,
    pub threads: usize,
    pub seed: u64,
    /// Of 100 games, how many start from a Chess960 array.
    pub chess960: u8,
    pub out: PathBuf,
    pub resume: bool,
}

/// Makes the games of a run. Returns early, with whole games written, when `stop` is set.
pub fn run<G: Searchable + Refereed + GameText>(
    run: &Run,
    net: &Arc<Network<G>>,
    stop: &AtomicBool,
) -> io::Result<()> {
    let header = Header {
        game: G::VARIANT,
        net: net.checksum(),
        nodes: run.nodes as u32,
        seed: run.seed,
        chess960: run.chess960,
        revision: env!("REVISION").into(),
    };
    let mut tally = Tally::default();
    let opened = if run.resume && run.out.exists() {
        Appender::resume(&run.out, &header, |record| tally.add::<G>(&record))
    } else {
        Appender::create(&run.out, &header).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                io::Error::new(error.kind(), "exists already; --resume goes on with it")
            }
            _ => error,
        })
    };
    let mut file = opened.map_err(|error| data::named(&run.out, error))?;
    let bar = progress::bar(run.positions, "positions");
    bar.set_position(tally.usable);
    bar.reset_eta();

    let next = AtomicU64::new(tally.games);
    let done = AtomicBool::new(tally.usable >= run.positions);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(4 * run.threads);
        for _ in 0..run.threads {
            let sender = sender.clone();
            let (next, done) = (&next, &done);
            thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, move || {
                let mut pool = Pool::<G>::new(1, HASH);
                pool.set_network(Arc::clone(net));
                while !done.load(Relaxed) && !stop.load(Relaxed) {
                    let number = next.fetch_add(1, Relaxed);
                    let game = play(&mut pool, run, number);
                    if sender.send((number, game)).is_err() {
                        break;
                    }
                }
            })?;
        }
        drop(sender);
        // Games that ended before one with a smaller number.
        let mut waiting = BTreeMap::new();
        for (number, game) in receiver {
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&tally.games)
                && !done.load(Relaxed)
            {
                file.push(&game)?;
                tally.add::<G>(&game)?;
                bar.set_position(tally.usable);
                let draws = 100.0 * tally.draws as f64 / tally.games as f64;
                bar.set_message(format!("{} games, {draws:.1} % draws", tally.games));
                if tally.usable >= run.positions {
                    done.store(true, Relaxed);
                }
            }
        }
        Ok::<_, io::Error>(())
    })?;
    bar.finish();
    if tally.usable < run.positions {
        say!("stopped before the end; --resume goes on");
    }
    say!("{}: {} games, {} usable positions", run.out.display(), tally.games, tally.usable);
    Ok(())
}

#[derive(Default)]
struct Tally {
    games: u64,
    draws: u64,
    usable: u64,
}

impl Tally {
    fn add<G: Searchable + GameText>(&mut self, record: &Record) -> io::Result<()> {
        self.games += 1;
        self.draws += u64::from(record.result == GameResult::Draw);
        record.replay(|position: &G, ply| {
            self.usable += u64::from(data::is_usable(position, ply));
        })
    }
}

/// Plays game `number` of a run.
fn play<G: Searchable + Refereed + GameText>(pool: &mut Pool<G>, run: &Run, number: u64) -> Record {
    let mut rng = ChaCha8Rng::seed_from_u64(run.seed);
    rng.set_stream(number);
    loop {
        let (start, path) = opening::<G>(&mut rng, run.chess960);
        pool.clear();
        let Some(first) = search(pool, &path, run.nodes) else { continue };
        if first.score.abs() <= BALANCED {
            return play_from(pool, run.nodes, start, path, first);
        }
    }
}

/// Eight or nine random moves from a start position.
fn opening<G: Searchable + GameText>(rng: &mut impl Rng, chess960: u8) -> (Start, Path<G>) {
    let mut start = Start::Standard;
    let mut position = G::initial();
    if G::VARIANT == Variant::Chess && rng.random_range(0..100) < chess960 {
        let number = rng.random_range(0..960);
        let array = chess::Position::chess960_start(number).map(|array| array.fen());
        if let Some(array) = array.and_then(|fen| G::from_fen(&fen).ok()) {
            (start, position) = (Start::Chess960(number as u16), array);
        }
    }
    let mut path = Path::new(position, G::Rules::default());
    play_random_moves(&mut path, rng);
    (start, path)
}

/// Plays on from the end of `path`, whose first search found `first`.
fn play_from<G: Searchable + Refereed>(
    pool: &mut Pool<G>,
    nodes: u64,
    start: Start,
    mut path: Path<G>,
    first: Ply,
) -> Record {
    let opening = path.moves().to_vec();
    let mut plies = Vec::new();
    let mut next = Some(first);
    let (result, end) = loop {
        if let Some(verdict) = G::verdict(&path, true) {
            break (verdict.result, End::of(verdict.reason));
        }
        let found = next.take().or_else(|| search(pool, &path, nodes));
        // A position without moves has its verdict already.
        let Some(ply) = found else { break (GameResult::Draw, End::Stalemate) };
        let mover = path.last().side_to_move();
        plies.push(ply);
        path.push(ply.mv);
        if has_decided(&plies) {
            let winner = if ply.score > 0 { mover } else { !mover };
            break (GameResult::win(winner), End::Decided);
        }
        if is_level(&plies) {
            break (GameResult::Draw, End::Level);
        }
        if path.len() >= MAX_PLIES {
            break (GameResult::Draw, End::Length);
        }
    };
    Record { start, result, end, opening, plies }
}

/// Do the last scores agree that one side has won?
fn has_decided(plies: &[Ply]) -> bool {
    let Some(last) = plies.last_chunk::<WON_PLIES>() else { return false };
    let seen_by_first = |(index, ply): (usize, &Ply)| {
        if index.is_multiple_of(2) { ply.score } else { -ply.score }
    };
    last.iter().enumerate().map(seen_by_first).all(|score| score >= WON)
        || last.iter().enumerate().map(seen_by_first).all(|score| score <= -WON)
}

/// Have both sides seen nothing for long?
fn is_level(plies: &[Ply]) -> bool {
    plies.len() >= LEVEL_FROM
        && plies
            .last_chunk::<LEVEL_PLIES>()
            .is_some_and(|last| last.iter().all(|ply| ply.score.abs() <= LEVEL))
}
