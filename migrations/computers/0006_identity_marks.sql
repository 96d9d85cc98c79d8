-- A container sees the serial number and UUID of its host, and is told apart from it.
ALTER TABLE computers ADD COLUMN iscontainer INTEGER NOT NULL DEFAULT 0;

-- The host name as reported, with its domain if it has one; `hostname` is the part before the first dot.
ALTER TABLE computers ADD COLUMN fullhostname TEXT COLLATE NOCASE;
UPDATE computers SET fullhostname = hostname WHERE lastreporteddate IS NOT NULL;
CREATE INDEX computers_fullhostname ON computers (fullhostname);

-- What a record had before ('former'), and what another computer has that the record was taken for ('other'): by these
-- two computers that report the same serial number and UUID are told apart.
CREATE TABLE identitymarks (
  identitymarkid INTEGER PRIMARY KEY AUTOINCREMENT,
  computerid INTEGER NOT NULL REFERENCES computers (computerid) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  value TEXT NOT NULL COLLATE NOCASE,
  owner TEXT NOT NULL,
  UNIQUE (computerid, kind, value)
) STRICT;

-- Host names that a MAC address has reported with: the third one shows that it belongs to no single computer.
CREATE TABLE macnames (
  macnameid INTEGER PRIMARY KEY AUTOINCREMENT,
  mac TEXT NOT NULL,
  hostname TEXT NOT NULL COLLATE NOCASE,
  UNIQUE (mac, hostname)
) STRICT;
INSERT INTO macnames (mac, hostname)
SELECT DISTINCT communications.address, computers.hostname
FROM computers
JOIN communications ON communications.assetid = computers.assetid AND communications.commtype = 'mac'
WHERE computers.hostname IS NOT NULL AND communications.notes = 'reported';
