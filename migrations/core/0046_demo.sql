-- The loads of demo data. The last row is the current one; rows of removed demo data are deleted.
CREATE TABLE demoloads (
  demoloadid INTEGER PRIMARY KEY AUTOINCREMENT,
  startedby TEXT NOT NULL,
  finisheddate TEXT,
  createddate TEXT NOT NULL
) STRICT;

-- The rows that a load of demo data created, in their order.
CREATE TABLE demorecords (
  demorecordid INTEGER PRIMARY KEY AUTOINCREMENT,
  tablename TEXT NOT NULL,
  entityid INTEGER NOT NULL,
  UNIQUE (tablename, entityid)
) STRICT;

-- The changes that a load of demo data made to other rows, in their order.
CREATE TABLE demochanges (
  demochangeid INTEGER PRIMARY KEY AUTOINCREMENT,
  tablename TEXT NOT NULL,
  entityid INTEGER NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL
) STRICT;

-- The rows of users that refer to rows of the demo data, or once did.
CREATE TABLE demouses (
  demouseid INTEGER PRIMARY KEY AUTOINCREMENT,
  tablename TEXT NOT NULL,
  entityid INTEGER NOT NULL,
  UNIQUE (tablename, entityid)
) STRICT;
