-- Who this appliance is: made once, and kept by upgrades and restores, so that a copy is known from another plant's.
CREATE TABLE appliance (
  applianceid TEXT PRIMARY KEY,
  createddate TEXT NOT NULL
) STRICT;
INSERT INTO appliance (applianceid, createddate)
SELECT
  lower(
    hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
    substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))
  ),
  strftime('%Y-%m-%dT%H:%M:%fZ');
