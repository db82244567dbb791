use super::super::engine_spec::EngineSpec;
use super::error::ProcessError;
use super::lines::LineBuffer;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a wait looks whether the match is being stopped.
const SLICE: Duration = Duration::from_millis(100);

/// How long a process that has closed its output may take to end.
const DYING: Duration = Duration::from_millis(500);

/// A running engine. Dropping it kills it with all its own children.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: Pid,
    stdin: ChildStdin,
    stdout: ChildStdout,
    lines: LineBuffer,
    interrupt: Arc<AtomicBool>,
}

impl Process {
    /// Starts an engine. When `interrupt` becomes true, all waiting ends.
    ///
    /// # Errors
    /// The command is missing or cannot be run, or its folder or error file is at fault.
    pub(crate) fn start(spec: &EngineSpec, interrupt: Arc<AtomicBool>) -> io::Result<Self> {
        let mut command = Command::new(&spec.command);
        command.args(&spec.args).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(error_output(spec)?);
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        let mut child = command.spawn()?;
        let group = Pid::from_raw(child.id().cast_signed());
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let process = Self { child, group, stdin, stdout, lines: LineBuffer::new(), interrupt };
        set_non_blocking(process.stdin.as_fd())?;
        set_non_blocking(process.stdout.as_fd())?;
        Ok(process)
    }

    /// Writes text, line ends included.
    ///
    /// # Errors
    /// The process is gone, closed its input, or does not read it in time.
    pub(crate) fn send(&mut self, text: &str, deadline: Instant) -> Result<(), ProcessError> {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match self.stdin.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait_for(PollFlags::POLLOUT, deadline)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(self.how_it_ended()),
            }
        }
        Ok(())
    }

    /// Reads the next line into `line`, trimmed. Bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// No line before the deadline, or never again one.
    pub(crate) fn read_line(
        &mut self,
        line: &mut String,
        deadline: Instant,
    ) -> Result<(), ProcessError> {
        while !self.lines.take(line) {
            self.wait_for(PollFlags::POLLIN, deadline)?;
            match self.stdout.read(self.lines.room()) {
                Ok(0) => return Err(self.how_it_ended()),
                Ok(read) => self.lines.filled(read),
                Err(error) if would_block(&error) => {}
                Err(_) => return Err(self.how_it_ended()),
            }
        }
        Ok(())
    }

    /// Throws away what has been written so far: nothing said before a request answers it.
    pub(crate) fn discard_output(&mut self) {
        self.lines.clear();
        // Bounded, as an engine may write faster than this can read.
        for _ in 0..64 {
            match self.stdout.read(self.lines.room()) {
                Ok(read) if read > 0 => {}
                _ => return,
            }
        }
    }

    /// Waits until the pipe can be read or written.
    fn wait_for(&self, events: PollFlags, deadline: Instant) -> Result<(), ProcessError> {
        loop {
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(ProcessError::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ProcessError::TimedOut);
            }
            let fd = match events {
                PollFlags::POLLOUT => self.stdin.as_fd(),
                _ => self.stdout.as_fd(),
            };
            // Rounded up, so that the last wait does not spin.
            let milliseconds = left.min(SLICE).as_millis() as u16 + 1;
            match poll(&mut [PollFd::new(fd, events)], PollTimeout::from(milliseconds)) {
                Ok(0) | Err(Errno::EINTR) => {}
                // An error shows itself in the read or write that follows.
                _ => return Ok(()),
            }
        }
    }

    /// Waits a little for the process to end, without reaping it: the process group's number must
    /// stay taken until the group has been killed.
    fn wait_for_end(&self, deadline: Instant) -> Option<String> {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        loop {
            match waitid(Id::Pid(self.group), flags) {
                Ok(WaitStatus::Exited(_, status)) => {
                    return Some(format!("exited with status {status}"));
                }
                Ok(WaitStatus::Signaled(_, signal, _)) => {
                    return Some(format!("killed by {signal}"));
                }
                Err(Errno::ECHILD) => return Some("ended".into()),
                _ if Instant::now() >= deadline => return None,
                _ => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// After a pipe was closed: has the process ended, or only closed it?
    fn how_it_ended(&self) -> ProcessError {
        self.wait_for_end(Instant::now() + DYING).map_or(ProcessError::Closed, ProcessError::Ended)
    }

    /// Asks the engine to end, and waits for it for at most `timeout`; then it is killed.
    pub(crate) fn quit(mut self, timeout: Duration) {
        let deadline = Instant::now() + timeout;
        if self.send("quit\n", deadline).is_err() {
            return;
        }
        // It may have much to say before it ends.
        let mut line = String::new();
        while self.read_line(&mut line, deadline).is_ok() {}
        self.wait_for_end(deadline);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Either call fails only if nothing is left to kill or to reap.
        let _ = killpg(self.group, Signal::SIGKILL);
        let _ = self.child.wait();
    }
}

fn error_output(spec: &EngineSpec) -> io::Result<Stdio> {
    let Some(path) = &spec.stderr else { return Ok(Stdio::null()) };
    let file: File = OpenOptions::new().create(true).append(true).open(path)?;
    Ok(file.into())
}

fn set_non_blocking(fd: BorrowedFd<'_>) -> io::Result<()> {
    fcntl(fd, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    Ok(())
}

fn would_block(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
