-- Backups of equipment: what was saved of a machine's control or a PC, when, where it lies, and how often it is due.
CREATE TABLE assetbackups (
  assetbackupid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  backupdate TEXT NOT NULL,
  method TEXT,
  storagelocation TEXT,
  performedby TEXT,
  isverified INTEGER NOT NULL DEFAULT 0,
  intervaldays INTEGER,
  filename TEXT,
  originalname TEXT,
  size INTEGER,
  -- These two follow from the others: an invariant keeps them, so that lists can go by them. Only the latest is due.
  islatest INTEGER NOT NULL DEFAULT 0,
  duedate TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX assetbackups_asset ON assetbackups (assetid, isactive, backupdate, assetbackupid);
CREATE INDEX assetbackups_date ON assetbackups (backupdate, assetbackupid);
CREATE INDEX assetbackups_due ON assetbackups (duedate, assetbackupid);
CREATE INDEX assetbackups_latest ON assetbackups (islatest, backupdate, assetbackupid);
CREATE INDEX assetbackups_verified ON assetbackups (isverified, backupdate, assetbackupid);
CREATE INDEX assetbackups_created ON assetbackups (createddate, assetbackupid);
CREATE INDEX assetbackups_modified ON assetbackups (modifieddate, assetbackupid);
