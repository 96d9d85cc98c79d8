-- Printers extend assets: one row here for each asset of that type.
CREATE TABLE printertypes (
  printertypeid INTEGER PRIMARY KEY AUTOINCREMENT,
  printertype TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT, icon TEXT, color TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX printertypes_created ON printertypes (createddate, printertypeid);
CREATE INDEX printertypes_modified ON printertypes (modifieddate, printertypeid);
INSERT INTO printertypes (printertype, description, icon, color, createddate, modifieddate) VALUES
  ('Laser', 'Office and hall printers with toner', 'printer', 'blue', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Multifunction', 'Copiers that scan and print', 'printer', 'grape', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Label', 'Thermal printers for labels', 'tag', 'orange', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Inkjet', 'Printers and plotters with ink', 'printer', 'cyan', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ'));

CREATE TABLE printers (
  printerid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL UNIQUE REFERENCES assets (assetid) ON DELETE CASCADE,
  printertypeid INTEGER REFERENCES printertypes (printertypeid),
  hostname TEXT COLLATE NOCASE,
  windowsname TEXT COLLATE NOCASE,
  sharename TEXT COLLATE NOCASE,
  iscsf INTEGER NOT NULL DEFAULT 0,
  installpath TEXT,
  -- Sealed: what opens the tray of held jobs.
  pin TEXT,
  iscolor INTEGER NOT NULL DEFAULT 0,
  isduplex INTEGER NOT NULL DEFAULT 0,
  isnetwork INTEGER NOT NULL DEFAULT 1,
  firmware TEXT
) STRICT;
CREATE INDEX printers_hostname ON printers (hostname, printerid);
CREATE INDEX printers_windowsname ON printers (windowsname, printerid);
CREATE INDEX printers_share ON printers (sharename) WHERE sharename IS NOT NULL;
CREATE INDEX printers_type ON printers (printertypeid, hostname);
CREATE INDEX printers_network ON printers (isnetwork, hostname);
CREATE INDEX printers_color ON printers (iscolor, hostname);
-- Printers that were assets before this table was there.
INSERT INTO printers (assetid)
  SELECT assetid FROM assets JOIN assettypes USING (assettypeid) WHERE assettype = 'Printer' ORDER BY assetid;

-- What makes Windows print on a model: the name of the driver and where it lies.
CREATE TABLE printerdrivers (
  driverid INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE,
  location TEXT NOT NULL,
  description TEXT,
  modelnumberid INTEGER REFERENCES models (modelnumberid),
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX printerdrivers_name ON printerdrivers (name, driverid);
CREATE INDEX printerdrivers_model ON printerdrivers (modelnumberid, isactive, name);
CREATE INDEX printerdrivers_created ON printerdrivers (createddate, driverid);
CREATE INDEX printerdrivers_modified ON printerdrivers (modifieddate, driverid);

-- What is ordered for a model: each part once.
CREATE TABLE modelsupplies (
  modelsupplyid INTEGER PRIMARY KEY AUTOINCREMENT,
  modelnumberid INTEGER NOT NULL REFERENCES models (modelnumberid),
  partnumber TEXT NOT NULL COLLATE NOCASE,
  supplytype TEXT NOT NULL DEFAULT 'toner',
  color TEXT NOT NULL DEFAULT 'none',
  capacitytier TEXT NOT NULL DEFAULT 'standard',
  marketingname TEXT,
  pageyield INTEGER,
  notes TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (modelnumberid, partnumber)
) STRICT;
CREATE INDEX modelsupplies_part ON modelsupplies (partnumber, modelsupplyid);
CREATE INDEX modelsupplies_created ON modelsupplies (createddate, modelsupplyid);
CREATE INDEX modelsupplies_modified ON modelsupplies (modifieddate, modelsupplyid);

-- The queues that a PC said it has; what it should have are relationships.
CREATE TABLE observedqueues (
  observedqueueid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE,
  portname TEXT, ipaddress TEXT, drivername TEXT,
  isdefault INTEGER NOT NULL DEFAULT 0,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (assetid, name)
) STRICT;

-- What a printer said last of its counters and supplies, and when.
CREATE TABLE printerreadings (
  printerid INTEGER PRIMARY KEY REFERENCES printers (printerid) ON DELETE CASCADE,
  pagecount INTEGER,
  pagecounters TEXT,
  supplies TEXT,
  readat TEXT NOT NULL
) STRICT;

-- Supplies that fell below a level and were told of: each is told of once until it is above again.
CREATE TABLE supplyalerts (
  supplyalertid INTEGER PRIMARY KEY AUTOINCREMENT,
  printerid INTEGER NOT NULL REFERENCES printers (printerid) ON DELETE CASCADE,
  supply TEXT NOT NULL COLLATE NOCASE,
  state TEXT NOT NULL,
  level REAL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (printerid, supply)
) STRICT;
