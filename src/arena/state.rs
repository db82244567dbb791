//! The state file of a match, from which an interrupted match goes on.

use super::error::StateError;
use super::results::{EngineTotals, MatchResults, halves_of};
use super::schedule::{Job, Next, Schedule};
use crate::files::{read_text, write_whole};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// What a state file holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct MatchState {
    version: u32,
    /// All that must be the same for the match to be the same one.
    settings: BTreeMap<String, String>,
    /// One letter for each game, see [`MatchResults::letters`].
    games: String,
    reasons: BTreeMap<String, u64>,
    engines: Vec<EngineTotals>,
}

const VERSION: u32 = 1;

impl MatchState {
    /// The state of a match with these settings.
    pub(crate) fn new(settings: &BTreeMap<String, String>, results: &MatchResults) -> Self {
        Self {
            version: VERSION,
            settings: settings.clone(),
            games: results.letters(),
            reasons: results.reasons.clone(),
            engines: results.engines.clone(),
        }
    }

    /// Reads a state file; `None` if there is none yet.
    ///
    /// # Errors
    /// The file cannot be read or is no state file.
    pub(crate) fn load(path: &Path) -> Result<Option<Self>, StateError> {
        let path_buf = || path.to_path_buf();
        let text = match read_text(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StateError::Read { path: path_buf(), error }),
        };
        let state: Self = serde_json::from_str(&text)
            .map_err(|error| StateError::Json { path: path_buf(), error })?;
        if state.version != VERSION {
            return Err(StateError::Version {
                path: path_buf(),
                version: state.version,
                expected: VERSION,
            });
        }
        Ok(Some(state))
    }

    /// Writes the state file, whole or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn save(&self, path: &Path) -> io::Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        write_whole(path, text.as_bytes())
    }

    /// Brings schedule and results to where this state left them. Gives back the games that were
    /// skipped because they had not been finished.
    ///
    /// # Errors
    /// The state belongs to another match, or is damaged.
    pub(crate) fn restore(
        &self,
        settings: &BTreeMap<String, String>,
        schedule: &mut Schedule,
        results: &mut MatchResults,
    ) -> Result<Vec<Job>, StateError> {
        for (key, value) in settings {
            let stored = self.settings.get(key).map_or("nothing", String::as_str);
            if stored != value {
                let [key, stored, now] = [key, stored, value].map(str::to_string);
                return Err(StateError::OtherMatch { key, stored, now });
            }
        }
        if self.engines.len() != results.names.len() {
            return Err(StateError::Engines);
        }
        let letters = self.games.as_bytes();
        let mut open = Vec::new();
        while let Next::Game(job) = schedule.next()? {
            match letters.get(job.number).copied().and_then(halves_of) {
                Some(halves) => {
                    schedule.record(&job, halves);
                    results.restore(job, halves);
                }
                None => open.push(job),
            }
        }
        results.reasons.clone_from(&self.reasons);
        results.engines.clone_from(&self.engines);
        Ok(open)
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::ScheduleKind;
    use super::*;

    fn schedule() -> Schedule {
        let names = ["a".to_string(), "b".to_string()];
        Schedule::new(ScheduleKind::RoundRobin, &names, 1, 6, 2, 1).unwrap()
    }

    fn settings(seed: &str) -> BTreeMap<String, String> {
        BTreeMap::from([("seed".to_string(), seed.to_string())])
    }

    #[test]
    fn a_match_goes_on_where_it_was_left() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state.json");
        assert_eq!(MatchState::load(&path).unwrap(), None);
        let names = || vec!["a".to_string(), "b".to_string()];
        let (mut first, mut results) = (schedule(), MatchResults::new(names()));
        for finished in [true, false, true] {
            let Ok(Next::Game(job)) = first.next() else { panic!("no game") };
            if finished {
                first.record(&job, 2);
                results.restore(job, 2);
            }
        }
        MatchState::new(&settings("1"), &results).save(&path).unwrap();
        let state = MatchState::load(&path).unwrap().unwrap();
        let (mut again, mut restored) = (schedule(), MatchResults::new(names()));
        let open = state.restore(&settings("1"), &mut again, &mut restored).unwrap();
        assert_eq!(open.iter().map(|job| job.number).collect::<Vec<_>>(), [1, 3, 4, 5]);
        assert_eq!(restored, results);
        let error = state.restore(&settings("2"), &mut schedule(), &mut MatchResults::new(names()));
        assert_eq!(
            error.unwrap_err().to_string(),
            "the state is of another match: seed was 1, now 2"
        );
        std::fs::write(&path, "{}").unwrap();
        assert!(MatchState::load(&path).unwrap_err().to_string().contains("no match state"));
    }
}
