-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE usbdevices ADD COLUMN deviceidsortkey TEXT;
ALTER TABLE usbdevices ADD COLUMN labelsortkey TEXT;
DROP INDEX usbdevices_tag;
CREATE INDEX usbdevices_tag ON usbdevices (deviceidsortkey, usbdeviceid);
CREATE INDEX usbdevices_labelsort ON usbdevices (labelsortkey, usbdeviceid);
DROP INDEX usbdevices_type;
CREATE INDEX usbdevices_type ON usbdevices (usbdevicetypeid, deviceidsortkey, usbdeviceid);
DROP INDEX usbdevices_encrypted;
CREATE INDEX usbdevices_encrypted ON usbdevices (isencrypted, deviceidsortkey, usbdeviceid);
DROP INDEX usbdevices_holder;
CREATE INDEX usbdevices_holder ON usbdevices (holdersso, deviceidsortkey, usbdeviceid);
ALTER TABLE usbdevicetypes ADD COLUMN usbdevicetypesortkey TEXT;
CREATE INDEX usbdevicetypes_usbdevicetypesort ON usbdevicetypes (usbdevicetypesortkey, usbdevicetypeid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
