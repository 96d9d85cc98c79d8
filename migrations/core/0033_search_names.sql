-- Records whose search texts contain the name of a record that was renamed or moved. A background task updates them.
CREATE TABLE searchoutdated (
  kind INTEGER NOT NULL,
  entityid INTEGER NOT NULL,
  PRIMARY KEY (kind, entityid)
) STRICT, WITHOUT ROWID;

-- The fields that a search can name, with the number that marks their words in the index.
CREATE TABLE searchfields (
  searchfieldid INTEGER PRIMARY KEY,
  field TEXT NOT NULL UNIQUE
) STRICT;
