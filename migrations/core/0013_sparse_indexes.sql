-- Records that have no such reference need no entry in its index: most new ones have only a number, a type and a name.
DROP INDEX assets_location; DROP INDEX assets_unit; DROP INDEX assets_vendor; DROP INDEX assets_model; DROP INDEX assets_level; DROP INDEX assets_serial;
CREATE INDEX assets_location ON assets (locationid, isactive, assetnumber, assetid, assettypeid, statusid, businessunitid, vendorid, modelnumberid) WHERE locationid IS NOT NULL;
CREATE INDEX assets_unit ON assets (businessunitid, isactive, assetnumber, assetid, assettypeid, statusid, locationid, vendorid, modelnumberid) WHERE businessunitid IS NOT NULL;
CREATE INDEX assets_vendor ON assets (vendorid, isactive, assetnumber, assetid, assettypeid, statusid, locationid, businessunitid, modelnumberid) WHERE vendorid IS NOT NULL;
CREATE INDEX assets_model ON assets (modelnumberid, isactive, assetnumber, assetid, assettypeid, statusid, locationid, businessunitid, vendorid) WHERE modelnumberid IS NOT NULL;
CREATE INDEX assets_level ON assets (levelid) WHERE levelid IS NOT NULL;
CREATE INDEX assets_serial ON assets (serialnumber) WHERE serialnumber IS NOT NULL;
