-- A list of one asset type is counted from these indexes alone.
DROP INDEX assets_created;
CREATE INDEX assets_created ON assets (isactive, createddate, assetid, assettypeid);
DROP INDEX assets_modified;
CREATE INDEX assets_modified ON assets (isactive, modifieddate, assetid, assettypeid);
DROP INDEX assets_purchased;
CREATE INDEX assets_purchased ON assets (isactive, purchasedate, assetid, assettypeid);
DROP INDEX assets_cost;
CREATE INDEX assets_cost ON assets (isactive, purchasecost, assetid, assettypeid);
DROP INDEX assets_endoflife;
CREATE INDEX assets_endoflife ON assets (isactive, eoldate, assetid, assettypeid);
-- Of several indexes that fit equally SQLite takes the newest: these two read the rows almost in the order of the file.
DROP INDEX assets_noplace;
CREATE INDEX assets_noplace ON assets (locationid, isactive, assetnumbersortkey, assetid) WHERE locationid IS NULL;
DROP INDEX assets_number;
CREATE INDEX assets_number ON assets (isactive, assetnumbersortkey, assetid);
