"""The features of presentation that every renderer honors or leaves by name."""

FEATURES = {
    "spanners",
    "unit",
    "notes",
    "legend",
    "bands",
    "labels",
    "collapse",
    "split",
    "reading",
    "derived",
    "caption",
    "title",
    "column head",
    "column note",
}
