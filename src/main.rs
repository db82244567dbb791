use std::process::ExitCode;

fn main() -> ExitCode {
    chariot::cli::run()
}
