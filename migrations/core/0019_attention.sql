-- What the dashboard points at: assets that stand nowhere, serial numbers that two records have, systems that get no
-- updates any more. Each is counted in an index of its own size.
CREATE INDEX assets_noplace ON assets (isactive, assetnumber, assetid) WHERE locationid IS NULL;
DROP INDEX assets_serial;
CREATE INDEX assets_serial ON assets (serialnumber, isactive) WHERE serialnumber IS NOT NULL;
-- The last day on which the maker supports it; NULL where nobody said.
ALTER TABLE operatingsystems ADD COLUMN endofsupport TEXT;
