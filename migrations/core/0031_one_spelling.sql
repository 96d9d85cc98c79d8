-- What the first start after this migration does, because SQL cannot: it deletes each row once that is done.
CREATE TABLE starttasks (
  task TEXT PRIMARY KEY NOT NULL
) STRICT;
INSERT INTO starttasks (task) VALUES ('names'), ('addresses');

-- The folded form of each unique name that has letters beyond ASCII. SQLite compares the letter case of ASCII alone.
CREATE TABLE foldednames (
  tablename TEXT NOT NULL,
  columnname TEXT NOT NULL,
  recordid INTEGER NOT NULL,
  folded TEXT NOT NULL,
  PRIMARY KEY (tablename, columnname, recordid)
) STRICT, WITHOUT ROWID;
CREATE INDEX foldednames_folded ON foldednames (tablename, columnname, folded);
