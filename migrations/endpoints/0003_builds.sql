-- What agents read of log files, one for each command that asked for it, the newest of each PC.
CREATE TABLE endpointlogs (
  logid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  commandid INTEGER NOT NULL UNIQUE REFERENCES endpointcommands (commandid) ON DELETE CASCADE,
  path TEXT NOT NULL,
  content TEXT NOT NULL,
  -- Of the content, in bytes of UTF-8.
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  createddate TEXT NOT NULL
) STRICT;
CREATE INDEX endpointlogs_asset ON endpointlogs (assetid, logid);

-- What people at a PC tell.
CREATE TABLE operatorreports (
  operatorreportid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  -- As they were then: both may be called otherwise by the time that somebody reads.
  devicename TEXT NOT NULL,
  machinenumber TEXT,
  text TEXT NOT NULL,
  reason TEXT,
  details TEXT,
  screenshot TEXT,
  createddate TEXT NOT NULL
) STRICT;
CREATE INDEX operatorreports_asset ON operatorreports (assetid, operatorreportid);

-- Builds of the agent.
CREATE TABLE agentpackages (
  packageid INTEGER PRIMARY KEY AUTOINCREMENT,
  version TEXT NOT NULL,
  platform TEXT NOT NULL,
  filename TEXT NOT NULL UNIQUE,
  originalname TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  iscurrent INTEGER NOT NULL DEFAULT 0,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (platform, version)
) STRICT;
CREATE UNIQUE INDEX agentpackages_current ON agentpackages (platform) WHERE iscurrent = 1;

-- With one of these whoever installs an agent fetches the script and the build; the secret itself is nowhere.
CREATE TABLE bootstraptokens (
  bootstraptokenid INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL UNIQUE,
  secrethash TEXT NOT NULL,
  expiresat TEXT NOT NULL,
  -- NULL: as often as somebody likes until it expires.
  maxuses INTEGER,
  usecount INTEGER NOT NULL DEFAULT 0,
  revoked INTEGER NOT NULL DEFAULT 0,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
