-- The drawings of a level, one for each theme, and the saved positions of everything that stands on the map.
CREATE TABLE mapblueprints (
  blueprintid INTEGER PRIMARY KEY AUTOINCREMENT,
  levelid INTEGER NOT NULL REFERENCES maplevels (levelid),
  theme TEXT NOT NULL CHECK (theme IN ('light', 'dark')),
  filename TEXT NOT NULL UNIQUE,
  width INTEGER NOT NULL, height INTEGER NOT NULL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (levelid, theme)
) STRICT;

-- A snapshot of one level holds the assets that stood on it. One of the whole plant (levelid is null) holds every
-- placed asset; any other up to lastassetid was on no map then. Levels and assets are named without a foreign key:
-- a snapshot outlives them and must not keep them from going.
CREATE TABLE mapsnapshots (
  snapshotid INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  reason TEXT NOT NULL,
  levelid INTEGER,
  lastassetid INTEGER NOT NULL,
  positioncount INTEGER NOT NULL,
  username TEXT NOT NULL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;

CREATE TABLE mapsnapshotpositions (
  snapshotid INTEGER NOT NULL REFERENCES mapsnapshots (snapshotid) ON DELETE CASCADE,
  assetid INTEGER NOT NULL,
  mapx REAL, mapy REAL,
  levelid INTEGER,
  mapverifiedat TEXT,
  PRIMARY KEY (snapshotid, assetid)
) STRICT, WITHOUT ROWID;

-- Markers are counted and drawn by level.
CREATE INDEX assets_markers ON assets (levelid) WHERE isactive = 1 AND mapx IS NOT NULL AND mapy IS NOT NULL;
-- Positions on an unknown level are counted for the dashboard.
CREATE INDEX assets_strays ON assets (assetid) WHERE levelid IS NULL AND isactive = 1 AND mapx IS NOT NULL AND mapy IS NOT NULL;
