-- A person's saved filters and columns for a list.
CREATE TABLE savedviews (
  savedviewid INTEGER PRIMARY KEY AUTOINCREMENT,
  userid INTEGER REFERENCES users (userid) ON DELETE SET NULL,
  viewname TEXT NOT NULL COLLATE NOCASE,
  page TEXT NOT NULL,
  query TEXT, columns TEXT,
  isshared INTEGER NOT NULL DEFAULT 0,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX savedviews_name ON savedviews (userid, page, viewname);
CREATE INDEX savedviews_shared ON savedviews (isshared, page);
-- Private views go with their owner; shared ones stay for those who use them.
CREATE TRIGGER savedviews_owner BEFORE DELETE ON users
BEGIN DELETE FROM savedviews WHERE userid = old.userid AND isshared = 0; END;

-- The cabinets' tablets. Only the hash of a token is kept.
CREATE TABLE kioskdevices (
  kioskdeviceid INTEGER PRIMARY KEY AUTOINCREMENT,
  cabinetname TEXT NOT NULL COLLATE NOCASE UNIQUE,
  kind TEXT NOT NULL,
  prefix TEXT NOT NULL UNIQUE,
  secrethash TEXT NOT NULL,
  lastseendate TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;

-- What a display shows and for whom, by its full name or by its address.
CREATE TABLE dashboarddefaults (
  dashboarddefaultid INTEGER PRIMARY KEY AUTOINCREMENT,
  fqdn TEXT COLLATE NOCASE UNIQUE,
  ipaddress TEXT COLLATE NOCASE UNIQUE,
  displayrole TEXT NOT NULL,
  businessunitid INTEGER REFERENCES businessunits (businessunitid),
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  CHECK (fqdn IS NOT NULL OR ipaddress IS NOT NULL)
) STRICT;
CREATE INDEX dashboarddefaults_unit ON dashboarddefaults (businessunitid);
