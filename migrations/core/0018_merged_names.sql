-- The names of catalog entries that were merged into others: an agent or a file that brings such a name again means
-- the entry that is left. `name` is what was unique about the entry, as a JSON list of its values in lower case.
CREATE TABLE mergednames (
  mergednameid INTEGER PRIMARY KEY AUTOINCREMENT,
  tablename TEXT NOT NULL,
  name TEXT NOT NULL,
  recordid INTEGER NOT NULL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (tablename, name)
) STRICT;
CREATE INDEX mergednames_record ON mergednames (tablename, recordid);
