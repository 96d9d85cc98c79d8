-- What was done, by whom, from where. Rows are chained by hash and can be neither changed nor removed; only the
-- link to a deleted user is cleared.
CREATE TABLE auditlogs (
  auditlogid INTEGER PRIMARY KEY,
  createddate TEXT NOT NULL,
  action TEXT NOT NULL,
  userid INTEGER,
  username TEXT NOT NULL,
  actorkind TEXT NOT NULL,
  entitytype TEXT NOT NULL,
  entityid TEXT,
  details TEXT NOT NULL,
  ipaddress TEXT,
  requestid TEXT,
  undoof INTEGER,
  undoable INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX auditlogs_userid ON auditlogs (userid);
CREATE INDEX auditlogs_action ON auditlogs (action);
CREATE INDEX auditlogs_entity ON auditlogs (entitytype, entityid);
CREATE INDEX auditlogs_createddate ON auditlogs (createddate);
CREATE INDEX auditlogs_undoof ON auditlogs (undoof) WHERE undoof IS NOT NULL;
CREATE TRIGGER auditlogs_keep BEFORE DELETE ON auditlogs
BEGIN SELECT RAISE(ABORT, 'audit rows are never removed'); END;
CREATE TRIGGER auditlogs_unchanged BEFORE UPDATE OF auditlogid, createddate, action, username, actorkind, entitytype,
  entityid, details, ipaddress, requestid, undoof, undoable, hash ON auditlogs
BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END;

-- The exact prior state of what an audit row changed, kept apart so that reading the log stays light.
CREATE TABLE auditjournal (
  auditlogid INTEGER PRIMARY KEY REFERENCES auditlogs (auditlogid),
  entries TEXT NOT NULL
) STRICT;

-- Work that must not be lost between the commit and the outside world: mail and webhooks.
CREATE TABLE outbox (
  outboxid INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'queued',
  attempts INTEGER NOT NULL DEFAULT 0,
  nextattempt TEXT NOT NULL,
  lasterror TEXT,
  createddate TEXT NOT NULL,
  modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX outbox_due ON outbox (state, nextattempt);

-- How each scheduled job went the last time.
CREATE TABLE jobs (
  jobname TEXT PRIMARY KEY,
  lastrun TEXT,
  lastresult TEXT,
  lasterror TEXT,
  lastduration INTEGER
) STRICT, WITHOUT ROWID;

-- One row for each stored file: the name on disk is generated, the name people see is here.
CREATE TABLE files (
  fileid INTEGER PRIMARY KEY AUTOINCREMENT,
  area TEXT NOT NULL,
  filename TEXT NOT NULL,
  originalname TEXT NOT NULL,
  mediatype TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  createddate TEXT NOT NULL,
  UNIQUE (area, filename)
) STRICT;
