/// The protocol of a session. The first of `uci`, `ucci` and `ucicyclone` that arrives decides.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Dialect {
    /// UCI, for chess and for xiangqi.
    #[default]
    Uci,
    /// UCI as the Cyclone GUI speaks it: xiangqi, with `fen` and `startpos` as commands.
    Cyclone,
    /// UCCI 3.0: xiangqi.
    Ucci,
}

impl Dialect {
    /// The dialect that a first word asks for.
    pub(super) fn asked_by(word: &str) -> Option<Self> {
        match word {
            "uci" => Some(Self::Uci),
            "ucicyclone" => Some(Self::Cyclone),
            "ucci" => Some(Self::Ucci),
            _ => None,
        }
    }

    /// The words before a free text for the user.
    pub(super) fn message_prefix(self) -> &'static str {
        match self {
            Self::Uci | Self::Cyclone => "info string",
            Self::Ucci => "info message",
        }
    }
}
