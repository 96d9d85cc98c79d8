-- Computers extend assets: one row here for each asset of that type.
CREATE TABLE computertypes (
  computertypeid INTEGER PRIMARY KEY AUTOINCREMENT,
  computertype TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT,
  isshopfloor INTEGER NOT NULL DEFAULT 0,
  isdisplaykiosk INTEGER NOT NULL DEFAULT 0,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
INSERT INTO computertypes (computertype, description, isshopfloor, isdisplaykiosk, createddate, modifieddate) VALUES
  ('Office', 'Desktops and laptops of the offices', 0, 0, strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Shopfloor', 'PCs that drive or serve machines', 1, 0, strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Server', 'Servers', 0, 0, strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Display', 'Lobby and shopfloor displays, kiosks', 1, 1, strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ'));

CREATE TABLE computers (
  computerid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL UNIQUE REFERENCES assets (assetid) ON DELETE CASCADE,
  computertypeid INTEGER REFERENCES computertypes (computertypeid),
  hostname TEXT COLLATE NOCASE UNIQUE,
  osid INTEGER REFERENCES operatingsystems (osid),
  loggedinuser TEXT,
  lastreporteddate TEXT,
  lastboottime TEXT,
  -- The agent's own words, so that the same inventory twice is recognised without comparing every row.
  inventoryhash TEXT
) STRICT;
CREATE INDEX computers_hostname ON computers (hostname, computerid);
CREATE INDEX computers_reported ON computers (lastreporteddate, computerid);
CREATE INDEX computers_type ON computers (computertypeid, hostname);
CREATE INDEX computers_os ON computers (osid, hostname);

CREATE TABLE accessmethods (
  accessmethodid INTEGER PRIMARY KEY AUTOINCREMENT,
  computerid INTEGER NOT NULL REFERENCES computers (computerid) ON DELETE CASCADE,
  protocolid INTEGER NOT NULL REFERENCES protocols (protocolid),
  portoverride INTEGER,
  UNIQUE (computerid, protocolid)
) STRICT;
CREATE INDEX accessmethods_protocol ON accessmethods (protocolid);

CREATE TABLE installedapps (
  installedappid INTEGER PRIMARY KEY AUTOINCREMENT,
  computerid INTEGER NOT NULL REFERENCES computers (computerid) ON DELETE CASCADE,
  appid INTEGER NOT NULL REFERENCES applications (appid) ON DELETE CASCADE,
  appversionid INTEGER REFERENCES appversions (appversionid) ON DELETE SET NULL,
  -- "agent" rows follow the inventories; "manual" ones stay until somebody removes them.
  source TEXT NOT NULL DEFAULT 'manual',
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (computerid, appid)
) STRICT;
CREATE INDEX installedapps_app ON installedapps (appid, isactive);
CREATE INDEX installedapps_version ON installedapps (appversionid);
