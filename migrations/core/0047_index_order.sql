-- SQLite compares no statistics here. Of several indexes that fit equally it takes the newest. The one of the
-- asset numbers reads the rows almost in the order of the file, so it is made last.
DROP INDEX assets_noplace;
CREATE INDEX assets_noplace ON assets (locationid, isactive, assetnumbersortkey, assetid) WHERE locationid IS NULL;
DROP INDEX assets_number;
CREATE INDEX assets_number ON assets (isactive, assetnumbersortkey, assetid);
