-- Which PC has seen which alert: once, and for good.
CREATE TABLE endpointalertacks (
  endpointalertackid INTEGER PRIMARY KEY AUTOINCREMENT,
  notificationid INTEGER NOT NULL REFERENCES notifications (notificationid) ON DELETE CASCADE,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  createddate TEXT NOT NULL,
  UNIQUE (notificationid, assetid)
) STRICT;
CREATE INDEX endpointalertacks_asset ON endpointalertacks (assetid, notificationid);
