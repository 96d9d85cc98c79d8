-- Devices are told apart by marks as computers are, so a mark belongs to the asset.
ALTER TABLE identitymarks RENAME TO computermarks;
CREATE TABLE identitymarks (
  identitymarkid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  value TEXT NOT NULL COLLATE NOCASE,
  owner TEXT NOT NULL,
  UNIQUE (assetid, kind, value)
) STRICT;
INSERT INTO identitymarks (identitymarkid, assetid, kind, value, owner)
SELECT identitymarkid, assetid, kind, value, owner
FROM computermarks
JOIN computers USING (computerid);
DROP TABLE computermarks;
