use super::CommandResult;
use crate::engine::BenchSettings;
use crate::protocol::{Output, print_bench};

/// Search fixed positions of both games; print the node count and the speed.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Transposition table in MiB.
    #[arg(long, default_value_t = BenchSettings::default().hash as u32,
          value_parser = clap::value_parser!(u32).range(1..=33_554_432))]
    hash: u32,
    /// Search threads; with more than one the node count varies.
    #[arg(long, default_value_t = BenchSettings::default().threads as u32,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Depth of each search.
    #[arg(long, default_value_t = BenchSettings::default().depth,
          value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: u32,
    /// Instruction set of the network's arithmetic, such as sse2 or plain; by default the fastest.
    #[arg(long)]
    kernel: Option<String>,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let settings = BenchSettings {
        hash: args.hash as usize,
        threads: args.threads as usize,
        depth: args.depth,
        kernel: args.kernel.clone(),
    };
    print_bench(&settings, &Output::stdout()).map_err(|error| error.to_string())
}
