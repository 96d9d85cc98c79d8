-- What people in the plant are told: on displays, on their own pages, and as alerts on the PCs.
CREATE TABLE notificationtypes (
  notificationtypeid INTEGER PRIMARY KEY AUTOINCREMENT,
  notificationtype TEXT NOT NULL COLLATE NOCASE UNIQUE,
  color TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX notificationtypes_created ON notificationtypes (createddate, notificationtypeid);
CREATE INDEX notificationtypes_modified ON notificationtypes (modifieddate, notificationtypeid);
INSERT INTO notificationtypes (notificationtype, color, createddate, modifieddate) VALUES
  ('Information', '#1c7ed6', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Maintenance', '#f08c00', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('Outage', '#e03131', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ'));

CREATE TABLE notifications (
  notificationid INTEGER PRIMARY KEY AUTOINCREMENT,
  notification TEXT NOT NULL,
  notificationtypeid INTEGER REFERENCES notificationtypes (notificationtypeid),
  businessunitid INTEGER REFERENCES businessunits (businessunitid),
  starttime TEXT,
  endtime TEXT,
  ticketnumber TEXT,
  link TEXT,
  isshopfloor INTEGER NOT NULL DEFAULT 0,
  employeesso TEXT COLLATE NOCASE,
  alertfleet INTEGER NOT NULL DEFAULT 0,
  alertscope TEXT,
  alerttimeout INTEGER,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX notifications_start ON notifications (starttime, notificationid);
CREATE INDEX notifications_end ON notifications (endtime, notificationid);
CREATE INDEX notifications_type ON notifications (notificationtypeid, notificationid);
CREATE INDEX notifications_unit ON notifications (businessunitid, notificationid);
CREATE INDEX notifications_shopfloor ON notifications (isshopfloor, isactive, endtime);
CREATE INDEX notifications_employee ON notifications (employeesso, isactive, endtime);
CREATE INDEX notifications_alerts ON notifications (alertfleet, isactive, endtime);
CREATE INDEX notifications_created ON notifications (createddate, notificationid);
CREATE INDEX notifications_modified ON notifications (modifieddate, notificationid);
