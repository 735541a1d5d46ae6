//! The algorithms, one a file, and the vocabulary of what they record.

mod settings;

pub use settings::{Settings, StartRule, Tie};

/// A row of the list of kernels.
pub struct KernelRow {
    /// Kebab-case word in scenes, on the command line and in JSON.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
}

/// Every kernel, in the order in which menus show them.
pub const KERNELS: &[KernelRow] = &[
    KernelRow { id: "gjk-boolean", label: "GJK, yes or no" },
    KernelRow { id: "gjk-distance", label: "GJK, distance" },
    KernelRow { id: "gjk-boolean+epa", label: "GJK, yes or no, then EPA" },
    KernelRow { id: "gjk-distance+epa", label: "GJK, distance, then EPA" },
    KernelRow { id: "tutorial-outward-normal", label: "Tutorial: outward normals (seed 003)" },
];

/// The row with this id.
pub fn find(id: &str) -> Option<&'static KernelRow> {
    KERNELS.iter().find(|k| k.id == id)
}
