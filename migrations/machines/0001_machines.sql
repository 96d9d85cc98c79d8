-- What a production machine has beyond an asset: one row here for each asset of that type.
CREATE TABLE machinetypes (
  machinetypeid INTEGER PRIMARY KEY AUTOINCREMENT,
  machinetype TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT,
  icon TEXT,
  color TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX machinetypes_created ON machinetypes (createddate, machinetypeid);
CREATE INDEX machinetypes_modified ON machinetypes (modifieddate, machinetypeid);

CREATE TABLE controllertypes (
  controllertypeid INTEGER PRIMARY KEY AUTOINCREMENT,
  controllertype TEXT NOT NULL COLLATE NOCASE UNIQUE,
  vendorid INTEGER REFERENCES vendors (vendorid),
  description TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX controllertypes_vendor ON controllertypes (vendorid, controllertype);
CREATE INDEX controllertypes_created ON controllertypes (createddate, controllertypeid);
CREATE INDEX controllertypes_modified ON controllertypes (modifieddate, controllertypeid);

CREATE TABLE machines (
  machineid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL UNIQUE REFERENCES assets (assetid) ON DELETE CASCADE,
  machinetypeid INTEGER REFERENCES machinetypes (machinetypeid),
  controllertypeid INTEGER REFERENCES controllertypes (controllertypeid),
  controllerversion TEXT,
  installdate TEXT,
  -- Two bays of one machine are two assets; the relationship "dualpath" names the other one.
  isdualpath INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX machines_type ON machines (machinetypeid, machineid);
CREATE INDEX machines_controller ON machines (controllertypeid, machineid);
CREATE INDEX machines_dualpath ON machines (isdualpath, assetid);
CREATE INDEX machines_installed ON machines (installdate, machineid);
CREATE INDEX machines_version ON machines (controllerversion, machineid);

-- Machines that were registered before there was this table.
INSERT INTO machines (assetid)
  SELECT assetid FROM assets WHERE assettypeid = (SELECT assettypeid FROM assettypes WHERE assettype = 'Machine');
