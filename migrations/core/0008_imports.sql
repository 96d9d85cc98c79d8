-- Each run of an import, dry or committed. Whether it was undone is told by the audit log.
CREATE TABLE imports (
  importid INTEGER PRIMARY KEY AUTOINCREMENT,
  target TEXT NOT NULL,
  register TEXT NOT NULL,
  filename TEXT NOT NULL,
  dryrun INTEGER NOT NULL,
  skiperrors INTEGER NOT NULL,
  added INTEGER NOT NULL, updated INTEGER NOT NULL, skipped INTEGER NOT NULL, failed INTEGER NOT NULL,
  userid INTEGER REFERENCES users (userid) ON DELETE SET NULL,
  username TEXT NOT NULL,
  createddate TEXT NOT NULL
) STRICT;
CREATE INDEX imports_register ON imports (register, importid);
CREATE INDEX imports_user ON imports (userid);
CREATE INDEX imports_created ON imports (createddate);

-- What became of each row of the file, kept apart so that reading the list stays light.
CREATE TABLE importrows (
  importid INTEGER PRIMARY KEY REFERENCES imports (importid) ON DELETE CASCADE,
  mapping TEXT NOT NULL,
  entries TEXT NOT NULL
) STRICT;
