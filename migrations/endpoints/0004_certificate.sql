-- The certificates of this server: the one that is served, the one that is announced to agents before it is, and those
-- that were. Their keys lie in files; what is here is what agents and people are told of them.
CREATE TABLE servercertificates (
  servercertificateid INTEGER PRIMARY KEY AUTOINCREMENT,
  -- SHA-256 of the whole certificate.
  sha256 TEXT NOT NULL UNIQUE,
  thumbprint TEXT NOT NULL,
  spkipin TEXT NOT NULL,
  commonname TEXT NOT NULL,
  notafter TEXT NOT NULL,
  state TEXT NOT NULL,
  announceddate TEXT,
  activatesat TEXT,
  -- Of 30, 7 and 1 the last that a mail has told of.
  warneddays INTEGER,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
-- One is served, and at most one comes next.
CREATE UNIQUE INDEX servercertificates_role ON servercertificates (state) WHERE state <> 'retired';
