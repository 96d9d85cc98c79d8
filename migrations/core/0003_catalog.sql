-- The register itself: assets, what describes them, and how they are tied together.
-- Names compare without regard to letter case, so that "Dell" and "DELL" are one vendor.
CREATE TABLE assettypes (
  assettypeid INTEGER PRIMARY KEY AUTOINCREMENT,
  assettype TEXT NOT NULL COLLATE NOCASE UNIQUE,
  pluginname TEXT, tablename TEXT, description TEXT, icon TEXT, color TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;

CREATE TABLE assetstatuses (
  statusid INTEGER PRIMARY KEY AUTOINCREMENT,
  status TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT, color TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;

CREATE TABLE businessunits (
  businessunitid INTEGER PRIMARY KEY AUTOINCREMENT,
  businessunit TEXT NOT NULL COLLATE NOCASE UNIQUE,
  code TEXT, description TEXT,
  parentbusinessunitid INTEGER REFERENCES businessunits (businessunitid),
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX businessunits_parent ON businessunits (parentbusinessunitid);

CREATE TABLE mapbuildings (
  buildingid INTEGER PRIMARY KEY AUTOINCREMENT,
  building TEXT NOT NULL COLLATE NOCASE UNIQUE,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;

CREATE TABLE maplevels (
  levelid INTEGER PRIMARY KEY AUTOINCREMENT,
  buildingid INTEGER NOT NULL REFERENCES mapbuildings (buildingid),
  level TEXT NOT NULL COLLATE NOCASE,
  sortorder INTEGER NOT NULL DEFAULT 0,
  width INTEGER, height INTEGER,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (buildingid, level)
) STRICT;

CREATE TABLE locations (
  locationid INTEGER PRIMARY KEY AUTOINCREMENT,
  location TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT,
  parentlocationid INTEGER REFERENCES locations (locationid),
  levelid INTEGER REFERENCES maplevels (levelid),
  mapx REAL, mapy REAL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX locations_parent ON locations (parentlocationid);
CREATE INDEX locations_level ON locations (levelid);

CREATE TABLE vendors (
  vendorid INTEGER PRIMARY KEY AUTOINCREMENT,
  vendor TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT, website TEXT, supportphone TEXT, supportemail TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;

CREATE TABLE models (
  modelnumberid INTEGER PRIMARY KEY AUTOINCREMENT,
  modelnumber TEXT NOT NULL COLLATE NOCASE,
  vendorid INTEGER REFERENCES vendors (vendorid),
  assettypeid INTEGER REFERENCES assettypes (assettypeid),
  description TEXT, documentationurl TEXT, imagefilename TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
-- A model without a vendor is unique among those without one.
CREATE UNIQUE INDEX models_number ON models (modelnumber, coalesce(vendorid, 0));
CREATE INDEX models_vendor ON models (vendorid);
CREATE INDEX models_type ON models (assettypeid);

CREATE TABLE operatingsystems (
  osid INTEGER PRIMARY KEY AUTOINCREMENT,
  osname TEXT NOT NULL COLLATE NOCASE,
  osversion TEXT COLLATE NOCASE,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX operatingsystems_name ON operatingsystems (osname, coalesce(osversion, ''));

CREATE TABLE protocols (
  protocolid INTEGER PRIMARY KEY AUTOINCREMENT,
  protocol TEXT NOT NULL COLLATE NOCASE UNIQUE,
  defaultport INTEGER, urltemplate TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;

CREATE TABLE assets (
  assetid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetnumber TEXT NOT NULL COLLATE NOCASE UNIQUE,
  assettypeid INTEGER NOT NULL REFERENCES assettypes (assettypeid),
  name TEXT COLLATE NOCASE,
  serialnumber TEXT COLLATE NOCASE,
  statusid INTEGER NOT NULL DEFAULT 1 REFERENCES assetstatuses (statusid),
  locationid INTEGER REFERENCES locations (locationid),
  businessunitid INTEGER REFERENCES businessunits (businessunitid),
  vendorid INTEGER REFERENCES vendors (vendorid),
  modelnumberid INTEGER REFERENCES models (modelnumberid),
  mapx REAL, mapy REAL,
  levelid INTEGER REFERENCES maplevels (levelid),
  mapverifiedat TEXT,
  notes TEXT, gaugelabreference TEXT, maintenancereference TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
-- One index for each sort and filter of the list; "isactive" leads because every list asks for it.
CREATE INDEX assets_number ON assets (isactive, assetnumber, assetid);
CREATE INDEX assets_name ON assets (isactive, name, assetid);
CREATE INDEX assets_created ON assets (isactive, createddate, assetid);
CREATE INDEX assets_modified ON assets (isactive, modifieddate, assetid);
CREATE INDEX assets_type ON assets (assettypeid, isactive, assetnumber, assetid);
CREATE INDEX assets_status ON assets (statusid, isactive, assetnumber, assetid);
CREATE INDEX assets_location ON assets (locationid, isactive, assetnumber, assetid);
CREATE INDEX assets_unit ON assets (businessunitid, isactive, assetnumber, assetid);
CREATE INDEX assets_serial ON assets (serialnumber);
CREATE INDEX assets_vendor ON assets (vendorid);
CREATE INDEX assets_model ON assets (modelnumberid);
CREATE INDEX assets_level ON assets (levelid);

CREATE TABLE assethistory (
  historyid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  action TEXT NOT NULL,
  field TEXT NOT NULL,
  old TEXT, new TEXT,
  userid INTEGER,
  username TEXT NOT NULL,
  actorkind TEXT NOT NULL,
  createddate TEXT NOT NULL,
  auditlogid INTEGER
) STRICT;
CREATE INDEX assethistory_asset ON assethistory (assetid, historyid);

CREATE TABLE communications (
  communicationid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  commtype TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  isprimary INTEGER NOT NULL DEFAULT 0,
  subnetid INTEGER,
  notes TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX communications_asset ON communications (assetid, commtype, isprimary, address);
CREATE INDEX communications_address ON communications (address);
-- At most one primary address of a kind; two writers cannot both win.
CREATE UNIQUE INDEX communications_primary ON communications (assetid, commtype) WHERE isprimary = 1;

CREATE TABLE relationshiptypes (
  relationshiptypeid INTEGER PRIMARY KEY AUTOINCREMENT,
  relationshiptype TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT, color TEXT,
  isdirectional INTEGER NOT NULL DEFAULT 1,
  issingular INTEGER NOT NULL DEFAULT 0,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;

-- "usesprinter through controls": the rows of an asset of the first type also count for the assets that reach it
-- by the second.
CREATE TABLE relationshippropagations (
  propagationid INTEGER PRIMARY KEY AUTOINCREMENT,
  relationshiptypeid INTEGER NOT NULL REFERENCES relationshiptypes (relationshiptypeid) ON DELETE CASCADE,
  throughtypeid INTEGER NOT NULL REFERENCES relationshiptypes (relationshiptypeid) ON DELETE CASCADE,
  UNIQUE (relationshiptypeid, throughtypeid)
) STRICT;

CREATE TABLE relationships (
  relationshipid INTEGER PRIMARY KEY AUTOINCREMENT,
  sourceassetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  targetassetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  relationshiptypeid INTEGER NOT NULL REFERENCES relationshiptypes (relationshiptypeid),
  notes TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (sourceassetid, relationshiptypeid, targetassetid)
) STRICT;
CREATE INDEX relationships_target ON relationships (targetassetid, relationshiptypeid);
CREATE INDEX relationships_type ON relationships (relationshiptypeid);

CREATE TABLE supportteams (
  supportteamid INTEGER PRIMARY KEY AUTOINCREMENT,
  teamname TEXT NOT NULL COLLATE NOCASE UNIQUE,
  teamurl TEXT, webhookurl TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;

CREATE TABLE supportcontacts (
  contactid INTEGER PRIMARY KEY AUTOINCREMENT,
  supportteamid INTEGER NOT NULL REFERENCES supportteams (supportteamid) ON DELETE CASCADE,
  sortorder INTEGER NOT NULL,
  contactname TEXT NOT NULL,
  sso TEXT, email TEXT, phone TEXT
) STRICT;
CREATE INDEX supportcontacts_team ON supportcontacts (supportteamid, sortorder);

CREATE TABLE applications (
  appid INTEGER PRIMARY KEY AUTOINCREMENT,
  appname TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT,
  supportteamid INTEGER REFERENCES supportteams (supportteamid),
  isrequired INTEGER NOT NULL DEFAULT 0,
  isinstallable INTEGER NOT NULL DEFAULT 0,
  ishidden INTEGER NOT NULL DEFAULT 0,
  isreserved INTEGER NOT NULL DEFAULT 0,
  ismonitorable INTEGER NOT NULL DEFAULT 0,
  launchpath TEXT, processname TEXT, documentationurl TEXT, imagefilename TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX applications_team ON applications (supportteamid);
CREATE INDEX applications_name ON applications (isactive, appname, appid);

CREATE TABLE appversions (
  appversionid INTEGER PRIMARY KEY AUTOINCREMENT,
  appid INTEGER NOT NULL REFERENCES applications (appid) ON DELETE CASCADE,
  version TEXT NOT NULL COLLATE NOCASE,
  releasedate TEXT, notes TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (appid, version)
) STRICT;

CREATE TABLE apppackages (
  apppackageid INTEGER PRIMARY KEY AUTOINCREMENT,
  appversionid INTEGER NOT NULL REFERENCES appversions (appversionid) ON DELETE CASCADE,
  filename TEXT NOT NULL UNIQUE,
  originalname TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX apppackages_version ON apppackages (appversionid);

-- What a plant needs before its first asset. Ids are fixed here: an asset without a status has status 1.
INSERT INTO assetstatuses (statusid, status, description, color, createddate, modifieddate) VALUES
  (1, 'In use', 'Working where it stands', 'green', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  (2, 'In stock', 'On the shelf, ready for use', 'blue', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  (3, 'In repair', 'Away or being repaired', 'orange', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  (4, 'Retired', 'No longer used', 'gray', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ'));
INSERT INTO assettypes (assettype, pluginname, tablename, description, icon, color, createddate, modifieddate) VALUES
  ('Computer', 'computers', 'computers', 'PCs, laptops and servers', 'device-desktop', 'blue', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Machine', 'machines', 'machines', 'Production machines', 'engine', 'orange', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Printer', 'printers', 'printers', 'Printers and copiers', 'printer', 'grape', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Network device', 'network', 'networkdevices', 'Switches, access points and routers', 'network', 'cyan', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Measuring tool', 'measuringtools', 'measuringtools', 'Gauges and measuring machines', 'ruler-measure', 'teal', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('USB device', 'usb', 'usbdevices', 'USB sticks and drives', 'device-usb', 'indigo', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Printed part', 'printedparts', 'printeditems', 'Parts from the 3D printers', 'cube', 'pink', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Phone', NULL, NULL, 'Phones and handhelds', 'phone', 'lime', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Other', NULL, NULL, 'Anything else', 'box', 'gray', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ'));
INSERT INTO relationshiptypes (relationshiptypeid, relationshiptype, description, isdirectional, issingular, createddate, modifieddate) VALUES
  (1, 'controls', 'The first drives the second, as a PC drives a machine', 1, 0, strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  (2, 'partof', 'The first belongs to the second', 1, 0, strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  (3, 'connectedto', 'The two are wired to each other', 0, 0, strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  (4, 'dualpath', 'The two are bays of one dual-path machine', 0, 0, strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  (5, 'defaultprinter', 'The first prints on the second unless told otherwise', 1, 1, strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  (6, 'usesprinter', 'The second is installed on the first', 1, 0, strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ'));
INSERT INTO relationshippropagations (relationshiptypeid, throughtypeid) VALUES (1, 4), (6, 1), (5, 1);
