-- Work of many rows is done in turns, so that nobody waits for it: its journal comes in parts, one for each turn.
CREATE TABLE auditjournalparts (
  auditjournalid INTEGER PRIMARY KEY AUTOINCREMENT,
  auditlogid INTEGER NOT NULL REFERENCES auditlogs (auditlogid),
  entries TEXT NOT NULL
) STRICT;
INSERT INTO auditjournalparts (auditlogid, entries) SELECT auditlogid, entries FROM auditjournal ORDER BY auditlogid;
DROP TABLE auditjournal;
ALTER TABLE auditjournalparts RENAME TO auditjournal;
CREATE INDEX auditjournal_audit ON auditjournal (auditlogid);

-- What is under way at this moment, by its audit row. Whatever stands here at a start was cut off, and is taken back.
CREATE TABLE undertakings (
  auditlogid INTEGER PRIMARY KEY REFERENCES auditlogs (auditlogid),
  startedat TEXT NOT NULL
) STRICT;
