//! Where labels go: beside what they name, on nothing else.
