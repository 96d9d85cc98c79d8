-- A stocktake is a walk over a place with a list that was frozen when it began. What was seen is kept as it was
-- scanned; what each asset of the list came to follows from that, and is settled when the stocktake ends.
CREATE TABLE stocktakes (
  stocktakeid INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL COLLATE NOCASE,
  locationid INTEGER NOT NULL REFERENCES locations (locationid),
  assettypeids TEXT,
  note TEXT,
  state TEXT NOT NULL DEFAULT 'open',
  startedby TEXT NOT NULL,
  finisheddate TEXT,
  finishedby TEXT,
  moved INTEGER NOT NULL DEFAULT 0,
  missingstatusid INTEGER REFERENCES assetstatuses (statusid),
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX stocktakes_title ON stocktakes (title, stocktakeid);
CREATE INDEX stocktakes_location ON stocktakes (locationid, createddate, stocktakeid);
CREATE INDEX stocktakes_state ON stocktakes (state, createddate, stocktakeid);
CREATE INDEX stocktakes_status ON stocktakes (missingstatusid);
CREATE INDEX stocktakes_finished ON stocktakes (finisheddate, stocktakeid);
CREATE INDEX stocktakes_created ON stocktakes (createddate, stocktakeid);
CREATE INDEX stocktakes_modified ON stocktakes (modifieddate, stocktakeid);

-- What a stocktake is about: the frozen list, what else was found, and codes that lead to no asset, each with the place
-- that the records gave it then. `seen` follows from the scans; `settled` is written once, when the stocktake ends, and taken back with it.
CREATE TABLE stocktakeitems (
  stocktakeitemid INTEGER PRIMARY KEY AUTOINCREMENT,
  stocktakeid INTEGER NOT NULL REFERENCES stocktakes (stocktakeid),
  assetid INTEGER REFERENCES assets (assetid),
  code TEXT COLLATE NOCASE,
  location TEXT COLLATE NOCASE,
  seen TEXT NOT NULL,
  settled TEXT,
  seenat TEXT,
  seenby TEXT,
  statusid INTEGER REFERENCES assetstatuses (statusid),
  note TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX stocktakeitems_one ON stocktakeitems (stocktakeid, assetid) WHERE assetid IS NOT NULL;
CREATE UNIQUE INDEX stocktakeitems_code ON stocktakeitems (stocktakeid, code) WHERE assetid IS NULL;
CREATE INDEX stocktakeitems_seen ON stocktakeitems (stocktakeid, seen, settled, stocktakeitemid);
CREATE INDEX stocktakeitems_seenat ON stocktakeitems (stocktakeid, seenat, stocktakeitemid);
CREATE INDEX stocktakeitems_created ON stocktakeitems (stocktakeid, createddate, stocktakeitemid);
CREATE INDEX stocktakeitems_modified ON stocktakeitems (stocktakeid, modifieddate, stocktakeitemid);
CREATE INDEX stocktakeitems_asset ON stocktakeitems (assetid);
CREATE INDEX stocktakeitems_location ON stocktakeitems (stocktakeid, location, stocktakeitemid);
CREATE INDEX stocktakeitems_status ON stocktakeitems (statusid);

-- Each scan as it came, under the id that the phone gave it: one that comes twice is one.
CREATE TABLE stocktakescans (
  stocktakescanid INTEGER PRIMARY KEY AUTOINCREMENT,
  stocktakeid INTEGER NOT NULL REFERENCES stocktakes (stocktakeid),
  clientid TEXT NOT NULL,
  code TEXT NOT NULL COLLATE NOCASE,
  assetid INTEGER REFERENCES assets (assetid),
  outcome TEXT NOT NULL,
  statusid INTEGER REFERENCES assetstatuses (statusid),
  note TEXT,
  scannedat TEXT NOT NULL,
  scannedby TEXT NOT NULL,
  createddate TEXT NOT NULL,
  UNIQUE (stocktakeid, clientid)
) STRICT;
CREATE INDEX stocktakescans_asset ON stocktakescans (stocktakeid, assetid, scannedat);
CREATE INDEX stocktakescans_code ON stocktakescans (stocktakeid, code, scannedat);
CREATE INDEX stocktakescans_ofasset ON stocktakescans (assetid);
CREATE INDEX stocktakescans_status ON stocktakescans (statusid);

-- When an asset was last seen by somebody, as the last stocktake that was ended says.
CREATE TABLE assetverifications (
  assetverificationid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL UNIQUE REFERENCES assets (assetid) ON DELETE CASCADE,
  verifiedat TEXT NOT NULL,
  verifiedby TEXT NOT NULL,
  stocktakeid INTEGER NOT NULL REFERENCES stocktakes (stocktakeid),
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX assetverifications_at ON assetverifications (verifiedat, assetid);
CREATE INDEX assetverifications_stocktake ON assetverifications (stocktakeid);
