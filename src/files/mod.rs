//! Files: written whole or not at all, read as text whatever made them.

mod text;
mod write;

pub use text::{MAX_TEXT, read_text, read_text_lossy};
pub use write::write_whole;
