-- Names sort naturally, 2 before 10, by a key beside each name. The start task writes the keys of existing rows.
ALTER TABLE notificationtypes ADD COLUMN notificationtypesortkey TEXT;
CREATE INDEX notificationtypes_notificationtypesort ON notificationtypes (notificationtypesortkey, notificationtypeid);
INSERT OR IGNORE INTO starttasks (task) VALUES ('sortkeys');
