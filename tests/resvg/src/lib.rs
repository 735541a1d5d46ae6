//! Nothing lives here: the tests of this member are all there is.
