-- The name that a printer, switch or other device reported last: a person may have given its asset another one.
CREATE TABLE devicenames (
  assetid INTEGER PRIMARY KEY REFERENCES assets (assetid) ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE
) STRICT;
CREATE INDEX devicenames_name ON devicenames (name);
INSERT INTO devicenames (assetid, name)
SELECT assets.assetid, assets.name
FROM assets
WHERE assets.name IS NOT NULL
  AND assets.assetid IN (SELECT assetid FROM communications WHERE notes IN ('reported', 'discovered'))
  AND assets.assetid NOT IN (SELECT assetid FROM computers);
