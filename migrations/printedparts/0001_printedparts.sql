-- Parts that the plant prints and keeps in cabinets. What is on hand is the sum of a ledger, and never below nothing.
CREATE TABLE printedpartitems (
  itemid INTEGER PRIMARY KEY AUTOINCREMENT,
  itemcode TEXT NOT NULL COLLATE NOCASE UNIQUE,
  gagelabtag TEXT COLLATE NOCASE,
  name TEXT COLLATE NOCASE,
  description TEXT,
  quantityonhand INTEGER NOT NULL DEFAULT 0 CHECK (quantityonhand >= 0),
  lowstockthreshold INTEGER,
  supportteamid INTEGER REFERENCES supportteams (supportteamid),
  imagefilename TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX printedpartitems_code ON printedpartitems (itemcode, itemid);
CREATE INDEX printedpartitems_tag ON printedpartitems (gagelabtag, itemid);
CREATE INDEX printedpartitems_name ON printedpartitems (name, itemid);
CREATE INDEX printedpartitems_onhand ON printedpartitems (quantityonhand, itemid);
CREATE INDEX printedpartitems_team ON printedpartitems (supportteamid, itemcode, itemid);
CREATE INDEX printedpartitems_low ON printedpartitems (itemcode, itemid) WHERE quantityonhand <= lowstockthreshold;
CREATE INDEX printedpartitems_created ON printedpartitems (createddate, itemid);
CREATE INDEX printedpartitems_modified ON printedpartitems (modifieddate, itemid);

-- What people type on a number pad for an item: the digits of its codes. It follows from the items.
CREATE TABLE printedpartkeys (
  digits TEXT NOT NULL,
  itemid INTEGER NOT NULL REFERENCES printedpartitems (itemid) ON DELETE CASCADE,
  PRIMARY KEY (digits, itemid)
) STRICT, WITHOUT ROWID;
CREATE INDEX printedpartkeys_item ON printedpartkeys (itemid);

-- Each piece that came, went or was counted: rows that are only ever added.
CREATE TABLE printedpartledger (
  ledgerid INTEGER PRIMARY KEY AUTOINCREMENT,
  itemid INTEGER NOT NULL REFERENCES printedpartitems (itemid),
  event TEXT NOT NULL,
  eventdate TEXT NOT NULL,
  delta INTEGER NOT NULL,
  quantityafter INTEGER NOT NULL,
  sso TEXT,
  personname TEXT,
  revision INTEGER,
  note TEXT,
  recordedby TEXT NOT NULL,
  scanid TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX printedpartledger_item ON printedpartledger (itemid, eventdate, ledgerid);
CREATE INDEX printedpartledger_created ON printedpartledger (itemid, createddate, ledgerid);
CREATE INDEX printedpartledger_modified ON printedpartledger (itemid, modifieddate, ledgerid);
CREATE INDEX printedpartledger_sum ON printedpartledger (itemid, delta);
CREATE INDEX printedpartledger_event ON printedpartledger (event, eventdate, itemid, delta, sso);
CREATE UNIQUE INDEX printedpartledger_scan ON printedpartledger (scanid);

-- The files that a part is printed from, numbered for each item.
CREATE TABLE printedpartfiles (
  fileid INTEGER PRIMARY KEY AUTOINCREMENT,
  itemid INTEGER NOT NULL REFERENCES printedpartitems (itemid),
  revision INTEGER NOT NULL,
  filename TEXT NOT NULL UNIQUE,
  originalname TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  note TEXT,
  uploadedby TEXT NOT NULL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX printedpartfiles_revision ON printedpartfiles (itemid, revision);
