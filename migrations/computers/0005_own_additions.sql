-- What each PC that reports itself added to the lists that all share, hour by hour: a PC that was taken over must not
-- fill them for everybody.
CREATE TABLE pcadditions (
  pcadditionid INTEGER PRIMARY KEY AUTOINCREMENT,
  computerid INTEGER NOT NULL REFERENCES computers (computerid) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  hour TEXT NOT NULL,
  added INTEGER NOT NULL,
  UNIQUE (computerid, kind, hour)
) STRICT;

-- Programs beyond that: the PC alone has them, by name and version as it told them.
CREATE TABLE unlistedapps (
  unlistedappid INTEGER PRIMARY KEY AUTOINCREMENT,
  computerid INTEGER NOT NULL REFERENCES computers (computerid) ON DELETE CASCADE,
  appname TEXT NOT NULL COLLATE NOCASE,
  version TEXT,
  otherversions TEXT,
  installdate TEXT,
  publisher TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (computerid, appname)
) STRICT;
