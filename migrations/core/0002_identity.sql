-- People, their roles and the tokens of their scripts.
CREATE TABLE users (
  userid INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL COLLATE NOCASE UNIQUE,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  passwordhash TEXT NOT NULL,
  firstname TEXT,
  lastname TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  mustchangepassword INTEGER NOT NULL DEFAULT 0,
  -- Raised when earlier tokens of this person must end: every login token carries the number it was made under.
  tokenepoch INTEGER NOT NULL DEFAULT 1,
  lastlogindate TEXT,
  createddate TEXT NOT NULL,
  modifieddate TEXT NOT NULL
) STRICT;

CREATE TABLE roles (
  roleid INTEGER PRIMARY KEY AUTOINCREMENT,
  rolename TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT,
  color TEXT,
  isadmin INTEGER NOT NULL DEFAULT 0,
  createddate TEXT NOT NULL,
  modifieddate TEXT NOT NULL
) STRICT;

CREATE TABLE rolepermissions (
  rolepermissionid INTEGER PRIMARY KEY AUTOINCREMENT,
  roleid INTEGER NOT NULL REFERENCES roles (roleid) ON DELETE CASCADE,
  permission TEXT NOT NULL,
  UNIQUE (roleid, permission)
) STRICT;

CREATE TABLE userroles (
  userroleid INTEGER PRIMARY KEY AUTOINCREMENT,
  userid INTEGER NOT NULL REFERENCES users (userid) ON DELETE CASCADE,
  roleid INTEGER NOT NULL REFERENCES roles (roleid),
  UNIQUE (userid, roleid)
) STRICT;
CREATE INDEX userroles_roleid ON userroles (roleid);

CREATE TABLE apitokens (
  tokenid INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  userid INTEGER REFERENCES users (userid) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL UNIQUE,
  secrethash TEXT NOT NULL,
  scopes TEXT,
  resourcescopes TEXT,
  expiresat TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  lastuseddate TEXT,
  lastusedip TEXT,
  createddate TEXT NOT NULL,
  modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX apitokens_userid ON apitokens (userid);

-- Failed logins by name, known or not: an unknown name locks exactly as a known one does.
CREATE TABLE loginattempts (
  name TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  since TEXT NOT NULL,
  lockeduntil TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
  settingid INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  value TEXT,
  -- Secret values are sealed with the key in secrets.json and stand here instead of in "value".
  sealed TEXT,
  valuetype TEXT NOT NULL DEFAULT 'string',
  category TEXT NOT NULL DEFAULT 'general',
  description TEXT,
  createddate TEXT NOT NULL,
  modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX settings_category ON settings (category);
