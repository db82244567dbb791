//! Self-play that makes training data.
//!
//! Game `i` of a run depends on nothing but the engine, the net, the seed and `i`, and games are
//! written in the order of their numbers: a file can be made again from its header, whatever the
//! number of threads.

use crate::data::{self, Appender, End, Header, Ply, Record, Start};
use crate::progress;
use crate::selfplay::{play_random_moves, soft_limits};
use chariot::board::{GameResult, GameText, Path, Variant};
use chariot::chess;
use chariot::engine::duel::{EarlyEnd, Player, Players, play};
use chariot::eval::nnue::Network;
use chariot::referee::Refereed;
use chariot::search::{STACK_SIZE, Searchable};
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
const BALANCED: i32 = 500;
/// When a game ends that the rules let go on.
const EARLY_END: EarlyEnd = EarlyEnd {
    won_plies: 4,
    won_value: 1_500,
    level_plies: 12,
    level_value: 8,
    level_from: 60,
    max_plies: 300,
};

/// How a run goes.
pub(crate) struct Run {
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
pub(crate) fn run<G: Searchable + Refereed + GameText>(
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
                let mut player = Player::new(HASH, Arc::clone(net), soft_limits(run.nodes));
                while !done.load(Relaxed) && !stop.load(Relaxed) {
                    let number = next.fetch_add(1, Relaxed);
                    let game = play_game(&mut player, run, number);
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
fn play_game<G: Searchable + Refereed + GameText>(
    player: &mut Player<G>,
    run: &Run,
    number: u64,
) -> Record {
    let mut rng = ChaCha8Rng::seed_from_u64(run.seed);
    rng.set_stream(number);
    loop {
        let (start, path) = opening::<G>(&mut rng, run.chess960);
        player.new_game();
        let Some(first) = player.find_move(&path) else { continue };
        if first.value.abs() <= BALANCED {
            let opening = path.moves().to_vec();
            let played = play(path, Some(first), Players::Same(player), &EARLY_END);
            let plies = played.moves.into_iter().map(Ply::from).collect();
            return Record {
                start,
                result: played.result,
                end: End::of(&played.end),
                opening,
                plies,
            };
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
