use super::Tapered;
use std::fmt::Write;

/// A weight or a table of weights.
pub trait Entries {
    /// All of them in one row.
    fn entries(&self) -> &[Tapered];
    /// All of them in one row, to be changed.
    fn entries_mut(&mut self) -> &mut [Tapered];
    /// The lengths of the dimensions, the outermost first.
    fn shape() -> Vec<usize>;
}

impl Entries for Tapered {
    fn entries(&self) -> &[Tapered] {
        std::slice::from_ref(self)
    }

    fn entries_mut(&mut self) -> &mut [Tapered] {
        std::slice::from_mut(self)
    }

    fn shape() -> Vec<usize> {
        Vec::new()
    }
}

impl<const N: usize> Entries for [Tapered; N] {
    fn entries(&self) -> &[Tapered] {
        self
    }

    fn entries_mut(&mut self) -> &mut [Tapered] {
        self
    }

    fn shape() -> Vec<usize> {
        vec![N]
    }
}

impl<const N: usize, const M: usize> Entries for [[Tapered; M]; N] {
    fn entries(&self) -> &[Tapered] {
        self.as_flattened()
    }

    fn entries_mut(&mut self) -> &mut [Tapered] {
        self.as_flattened_mut()
    }

    fn shape() -> Vec<usize> {
        vec![N, M]
    }
}

/// The weights of one game's evaluation, as a tuner sees them.
pub trait WeightSet: Clone + Send + Sync {
    /// All weights, in a fixed order.
    fn all(&self) -> Vec<Tapered>;
    /// All weights, to be changed, in the same order.
    fn all_mut(&mut self) -> Vec<&mut Tapered>;
    /// The fields as source text, `width` weights a line.
    fn source(&self, width: usize) -> String;
}

/// A struct whose fields are all [`Entries`], with its [`WeightSet`].
macro_rules! weights {
    ($(#[$attribute:meta])* pub struct Weights {
        $($(#[$doc:meta])* pub $field:ident: $type:ty,)*
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl $crate::eval::WeightSet for Weights {
            fn all(&self) -> Vec<$crate::eval::Tapered> {
                use $crate::eval::weights::Entries;
                [$(self.$field.entries(),)*].concat()
            }

            fn all_mut(&mut self) -> Vec<&mut $crate::eval::Tapered> {
                use $crate::eval::weights::Entries;
                let mut all = Vec::new();
                $(all.extend(self.$field.entries_mut());)*
                all
            }

            fn source(&self, width: usize) -> String {
                use $crate::eval::weights::{Entries, write_field};
                let mut text = String::new();
                $(write_field(
                    &mut text,
                    stringify!($field),
                    self.$field.entries(),
                    &<$type as Entries>::shape(),
                    width,
                );)*
                text
            }
        }
    };
}
pub(super) use weights;

/// Appends one field of a struct literal.
pub fn write_field(
    text: &mut String,
    name: &str,
    entries: &[Tapered],
    shape: &[usize],
    width: usize,
) {
    let rows = |entries: &[Tapered], indent: &str| {
        entries.chunks(width).fold(String::new(), |mut rows, row| {
            let cells: Vec<String> = row.iter().map(|entry| format!("{entry:?}")).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(rows, "{indent}{},", cells.join(", "));
            rows
        })
    };
    let value = match shape {
        [] => format!("{:?}", entries[0]),
        [_] => format!("[\n{}    ]", rows(entries, "        ")),
        [.., inner] => {
            let tables: String = entries
                .chunks(*inner)
                .map(|table| format!("        [\n{}        ],\n", rows(table, "            ")))
                .collect();
            format!("[\n{tables}    ]")
        }
    };
    let _ = writeln!(text, "    {name}: {value},");
}
