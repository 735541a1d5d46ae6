//! Outlines as polygons: hulls, rounding by a radius, ellipses.
