-- USB sticks and drives extend assets; who has each is a ledger of takes and returns. What is there already of that
-- type gets its row, and its asset number as its tag.
CREATE TABLE usbdevicetypes (
  usbdevicetypeid INTEGER PRIMARY KEY AUTOINCREMENT,
  usbdevicetype TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE TABLE usbdevices (
  usbdeviceid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL UNIQUE REFERENCES assets (assetid) ON DELETE CASCADE,
  deviceid TEXT NOT NULL COLLATE NOCASE UNIQUE,
  label TEXT COLLATE NOCASE,
  usbdevicetypeid INTEGER REFERENCES usbdevicetypes (usbdevicetypeid),
  capacitygb REAL,
  isencrypted INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'available',
  holdersso TEXT,
  holdername TEXT,
  checkedoutdate TEXT
) STRICT;
CREATE INDEX usbdevices_tag ON usbdevices (deviceid, usbdeviceid);
CREATE INDEX usbdevices_label ON usbdevices (label, usbdeviceid);
CREATE INDEX usbdevices_type ON usbdevices (usbdevicetypeid, deviceid, usbdeviceid);
CREATE INDEX usbdevices_encrypted ON usbdevices (isencrypted, deviceid, usbdeviceid);
CREATE INDEX usbdevices_state ON usbdevices (state, checkedoutdate, usbdeviceid);
CREATE INDEX usbdevices_holder ON usbdevices (holdersso, deviceid, usbdeviceid);
CREATE INDEX usbdevices_out ON usbdevices (checkedoutdate, usbdeviceid);
INSERT INTO usbdevices (assetid, deviceid)
  SELECT assetid, assetnumber FROM assets JOIN assettypes USING (assettypeid) WHERE assettype = 'USB device' COLLATE NOCASE;

-- Each take and each return, with who it was as he was called then: rows that are only ever added.
CREATE TABLE usbcustody (
  usbcustodyid INTEGER PRIMARY KEY AUTOINCREMENT,
  usbdeviceid INTEGER NOT NULL REFERENCES usbdevices (usbdeviceid),
  event TEXT NOT NULL,
  eventdate TEXT NOT NULL,
  holdersso TEXT NOT NULL,
  holdername TEXT,
  reason TEXT,
  recordedby TEXT NOT NULL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX usbcustody_device ON usbcustody (usbdeviceid, eventdate, usbcustodyid);
CREATE INDEX usbcustody_created ON usbcustody (usbdeviceid, createddate, usbcustodyid);
CREATE INDEX usbcustody_modified ON usbcustody (usbdeviceid, modifieddate, usbcustodyid);
CREATE INDEX usbcustody_date ON usbcustody (eventdate, usbcustodyid);
