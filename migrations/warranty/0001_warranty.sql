-- Warranties and service contracts: from when to when each holds, what it covers, and the papers that prove it.
CREATE TABLE warranties (
  warrantyid INTEGER PRIMARY KEY AUTOINCREMENT,
  warrantyname TEXT NOT NULL COLLATE NOCASE,
  vendorid INTEGER REFERENCES vendors (vendorid),
  servicelevel TEXT,
  contractnumber TEXT COLLATE NOCASE,
  startdate TEXT,
  enddate TEXT,
  cost REAL,
  notes TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX warranties_name ON warranties (warrantyname, warrantyid);
CREATE INDEX warranties_vendor ON warranties (vendorid, enddate, warrantyid);
CREATE INDEX warranties_contract ON warranties (contractnumber, warrantyid);
CREATE INDEX warranties_start ON warranties (startdate, warrantyid);
CREATE INDEX warranties_end ON warranties (enddate, warrantyid);
CREATE INDEX warranties_cost ON warranties (cost, warrantyid);
CREATE INDEX warranties_created ON warranties (createddate, warrantyid);
CREATE INDEX warranties_modified ON warranties (modifieddate, warrantyid);

CREATE TABLE warrantyassets (
  warrantyassetid INTEGER PRIMARY KEY AUTOINCREMENT,
  warrantyid INTEGER NOT NULL REFERENCES warranties (warrantyid) ON DELETE CASCADE,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  UNIQUE (warrantyid, assetid)
) STRICT;
CREATE INDEX warrantyassets_asset ON warrantyassets (assetid, warrantyid);

CREATE TABLE warrantyproofs (
  warrantyproofid INTEGER PRIMARY KEY AUTOINCREMENT,
  warrantyid INTEGER NOT NULL REFERENCES warranties (warrantyid),
  filename TEXT NOT NULL,
  originalname TEXT NOT NULL,
  mediatype TEXT NOT NULL,
  size INTEGER NOT NULL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX warrantyproofs_warranty ON warrantyproofs (warrantyid, createddate, warrantyproofid);
CREATE INDEX warrantyproofs_name ON warrantyproofs (warrantyid, originalname, warrantyproofid);
CREATE INDEX warrantyproofs_modified ON warrantyproofs (warrantyid, modifieddate, warrantyproofid);
