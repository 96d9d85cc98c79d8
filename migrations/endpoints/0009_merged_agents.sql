-- Two PCs whose records became one. The row is written and taken back with that decision; what it stands for is not in
-- the log, since hashes of credentials may not be: whoever takes the row back gives the agents back.
CREATE TABLE agentmerges (
  agentmergeid INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The record that was retired, and the one that stands for it.
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  intoassetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  createddate TEXT NOT NULL
) STRICT;
CREATE INDEX agentmerges_asset ON agentmerges (assetid);
CREATE INDEX agentmerges_into ON agentmerges (intoassetid);

-- What went along: a credential, a block, a lock or a request to enroll, by its own id.
CREATE TABLE agentmoves (
  agentmoveid INTEGER PRIMARY KEY AUTOINCREMENT,
  agentmergeid INTEGER NOT NULL,
  kind TEXT NOT NULL,
  movedid INTEGER NOT NULL
) STRICT;
CREATE INDEX agentmoves_merge ON agentmoves (agentmergeid);

-- Credentials that nobody can use while the record that they were given for stands for nothing; they keep their ids.
CREATE TABLE parkedcredentials (
  parkedcredentialid INTEGER PRIMARY KEY,
  agentmergeid INTEGER NOT NULL,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  prefix TEXT NOT NULL UNIQUE,
  secrethash TEXT NOT NULL,
  noncehash TEXT NOT NULL,
  firstuseddate TEXT,
  createddate TEXT NOT NULL
) STRICT;
CREATE INDEX parkedcredentials_merge ON parkedcredentials (agentmergeid);
CREATE INDEX parkedcredentials_asset ON parkedcredentials (assetid);
