-- A row that is put back gets a stamp that is newer than all it had, since stamps only ever grow. This is whose
-- content it has again: the stamp that this content had first.
CREATE TABLE auditputback (
  tablename TEXT NOT NULL,
  entityid INTEGER NOT NULL,
  stamp TEXT NOT NULL,
  firststamp TEXT NOT NULL,
  PRIMARY KEY (tablename, entityid, stamp)
) STRICT, WITHOUT ROWID;
