use std::process::ExitCode;

fn main() -> ExitCode {
    comet::run(std::env::args_os().collect()).into()
}
