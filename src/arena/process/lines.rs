/// A line longer than this is cut: no engine has so much to say, and memory stays bounded.
const LONGEST_LINE: usize = 1 << 16;

/// The output of an engine, cut into lines.
#[derive(Debug)]
pub(super) struct LineBuffer {
    buffer: Box<[u8]>,
    /// The bytes not yet taken are `buffer[start..end]`.
    start: usize,
    end: usize,
    /// The rest of a line too long is being thrown away.
    skipping: bool,
}

impl LineBuffer {
    pub(super) fn new() -> Self {
        Self { buffer: vec![0; LONGEST_LINE].into(), start: 0, end: 0, skipping: false }
    }

    /// Takes the next whole line, without its end, into `line`.
    pub(super) fn take(&mut self, line: &mut String) -> bool {
        loop {
            let pending = &self.buffer[self.start..self.end];
            let end = pending.iter().position(|&byte| byte == b'\n');
            let full = self.start == 0 && self.end == self.buffer.len();
            let length = match end {
                Some(end) => end,
                None if full => pending.len(),
                None => return false,
            };
            let skipped = self.skipping;
            self.skipping = end.is_none();
            let text = String::from_utf8_lossy(&pending[..length]);
            line.clear();
            line.push_str(text.trim());
            self.start += length + usize::from(end.is_some());
            if !skipped {
                return true;
            }
        }
    }

    /// Throws away what has not been taken.
    pub(super) fn clear(&mut self) {
        self.start = self.end;
    }

    /// Takes over so many bytes that were put into [`LineBuffer::room`].
    pub(super) fn filled(&mut self, count: usize) {
        self.end += count;
    }

    /// The room for more bytes; there is some after [`LineBuffer::take`] found no line.
    pub(super) fn room(&mut self) -> &mut [u8] {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        &mut self.buffer[self.end..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines of an output that arrives in parts of this size.
    fn lines(output: &[u8], part: usize) -> Vec<String> {
        let (mut buffer, mut line, mut lines) = (LineBuffer::new(), String::new(), Vec::new());
        let mut rest = output;
        loop {
            while buffer.take(&mut line) {
                lines.push(line.clone());
            }
            let room = buffer.room();
            let count = part.min(room.len()).min(rest.len());
            room[..count].copy_from_slice(&rest[..count]);
            buffer.filled(count);
            rest = &rest[count..];
            if count == 0 {
                return lines;
            }
        }
    }

    #[test]
    fn lines_are_whole_however_they_arrive() {
        for part in [1, 5, 1000] {
            assert_eq!(lines(b"uciok\r\n\n a\xff \nrest", part), ["uciok", "", "a\u{fffd}"]);
        }
    }

    #[test]
    fn a_line_too_long_is_cut() {
        let mut output = vec![b'x'; 3 * LONGEST_LINE];
        output.extend(b"\nreadyok\n");
        let lines = lines(&output, 4096);
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [LONGEST_LINE, 7]);
        assert_eq!(lines[1], "readyok");
    }
}
