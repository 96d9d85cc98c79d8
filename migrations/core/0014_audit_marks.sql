-- The chain of the audit log is keyed from here on, the journal and the user's id are under it too: each row names the
-- mark of its journal, and each part of a journal carries one. Rows from before keep their plain hash; the first keyed
-- row seals them.
ALTER TABLE auditlogs ADD COLUMN journal TEXT;
-- The permissions of which one allowed the change, with commas between: whoever holds one may take it back.
ALTER TABLE auditlogs ADD COLUMN needs TEXT;
ALTER TABLE auditjournal ADD COLUMN mark TEXT;
ALTER TABLE auditjournal ADD COLUMN islast INTEGER NOT NULL DEFAULT 1;
DROP TRIGGER auditlogs_unchanged;
CREATE TRIGGER auditlogs_unchanged BEFORE UPDATE OF auditlogid, createddate, action, username, actorkind, entitytype,
  entityid, details, ipaddress, requestid, undoof, undoable, hash, journal, needs ON auditlogs
BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END;
-- The link to a user goes with him, and never leads to another.
CREATE TRIGGER auditlogs_linked BEFORE UPDATE OF userid ON auditlogs WHEN new.userid IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END;
