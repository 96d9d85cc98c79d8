-- Two records that may be one thing, because both claim an identity that only one of them can have. They stay apart
-- until a person says whether they are the same; what was said is kept, so that nobody is asked twice.
CREATE TABLE assetcollisions (
  collisionid INTEGER PRIMARY KEY AUTOINCREMENT,
  olderassetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  newerassetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  -- NULL until it is decided; 1: the newer one is the older one, reports for it go there; 0: two things.
  same INTEGER,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (olderassetid, newerassetid)
) STRICT;
CREATE INDEX assetcollisions_newer ON assetcollisions (newerassetid);
CREATE INDEX assetcollisions_open ON assetcollisions (createddate, collisionid) WHERE same IS NULL;
