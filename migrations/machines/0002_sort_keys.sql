-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE machines ADD COLUMN controllerversionsortkey TEXT;
CREATE INDEX machines_versionsort ON machines (controllerversionsortkey, machineid);
ALTER TABLE machinetypes ADD COLUMN machinetypesortkey TEXT;
CREATE INDEX machinetypes_machinetypesort ON machinetypes (machinetypesortkey, machinetypeid);
ALTER TABLE controllertypes ADD COLUMN controllertypesortkey TEXT;
DROP INDEX controllertypes_vendor;
CREATE INDEX controllertypes_vendor ON controllertypes (vendorid, controllertypesortkey);
CREATE INDEX controllertypes_controllertypesort ON controllertypes (controllertypesortkey, controllertypeid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
