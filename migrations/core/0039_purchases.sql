-- What an asset cost, where it came from, and when it should be replaced.
ALTER TABLE assets ADD COLUMN supplierid INTEGER REFERENCES vendors (vendorid);
ALTER TABLE assets ADD COLUMN ordernumber TEXT COLLATE NOCASE;
ALTER TABLE assets ADD COLUMN purchasedate TEXT;
ALTER TABLE assets ADD COLUMN purchasecost REAL;
ALTER TABLE assets ADD COLUMN endoflifedate TEXT;
CREATE INDEX assets_supplier ON assets (supplierid, isactive, assetnumbersortkey, assetid) WHERE supplierid IS NOT NULL;
CREATE INDEX assets_purchased ON assets (isactive, purchasedate, assetid);
CREATE INDEX assets_cost ON assets (isactive, purchasecost, assetid);
CREATE INDEX assets_endoflife ON assets (isactive, endoflifedate, assetid);
