-- Manuals, drawings, photographs and contracts of an asset; the content lies in files, listed in "files".
CREATE TABLE assetfiles (
  assetfileid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  filename TEXT NOT NULL UNIQUE,
  originalname TEXT NOT NULL,
  mediatype TEXT NOT NULL,
  size INTEGER NOT NULL,
  note TEXT,
  username TEXT NOT NULL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX assetfiles_asset ON assetfiles (assetid, createddate, assetfileid);
