-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE networkdevices ADD COLUMN hostnamesortkey TEXT;
ALTER TABLE networkdevices ADD COLUMN firmwareversionsortkey TEXT;
CREATE INDEX networkdevices_hostnamesort ON networkdevices (hostnamesortkey, networkdeviceid);
CREATE INDEX networkdevices_firmwaresort ON networkdevices (firmwareversionsortkey, networkdeviceid);
ALTER TABLE networkdevicetypes ADD COLUMN networkdevicetypesortkey TEXT;
CREATE INDEX networkdevicetypes_networkdevicetypesort ON networkdevicetypes (networkdevicetypesortkey, networkdevicetypeid);
ALTER TABLE subnets ADD COLUMN namesortkey TEXT;
CREATE INDEX subnets_namesort ON subnets (namesortkey, subnetid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
