-- What a network device has beyond an asset, what its inventories say of its ports, and the subnets of the plant.
CREATE TABLE networkdevicetypes (
  networkdevicetypeid INTEGER PRIMARY KEY AUTOINCREMENT,
  networkdevicetype TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT,
  icon TEXT,
  color TEXT,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX networkdevicetypes_created ON networkdevicetypes (createddate, networkdevicetypeid);
CREATE INDEX networkdevicetypes_modified ON networkdevicetypes (modifieddate, networkdevicetypeid);

CREATE TABLE networkdevices (
  networkdeviceid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL UNIQUE REFERENCES assets (assetid) ON DELETE CASCADE,
  networkdevicetypeid INTEGER REFERENCES networkdevicetypes (networkdevicetypeid),
  hostname TEXT COLLATE NOCASE,
  firmwareversion TEXT,
  portcount INTEGER,
  ispoe INTEGER NOT NULL DEFAULT 0,
  ismanaged INTEGER NOT NULL DEFAULT 0,
  -- Where it stands in the words of whoever set it up: what SNMP calls sysLocation.
  toldlocation TEXT
) STRICT;
CREATE INDEX networkdevices_type ON networkdevices (networkdevicetypeid, networkdeviceid);
CREATE INDEX networkdevices_hostname ON networkdevices (hostname, networkdeviceid);
CREATE INDEX networkdevices_firmware ON networkdevices (firmwareversion, networkdeviceid);
CREATE INDEX networkdevices_ports ON networkdevices (portcount, networkdeviceid);
CREATE INDEX networkdevices_managed ON networkdevices (ismanaged, networkdeviceid);
CREATE INDEX networkdevices_poe ON networkdevices (ispoe, networkdeviceid);
INSERT INTO networkdevices (assetid)
  SELECT assetid FROM assets WHERE assettypeid = (SELECT assettypeid FROM assettypes WHERE assettype = 'Network device');

-- As the device said it last: no history, the next inventory tells the truth again.
CREATE TABLE networkports (
  portid INTEGER PRIMARY KEY AUTOINCREMENT,
  networkdeviceid INTEGER NOT NULL REFERENCES networkdevices (networkdeviceid) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  alias TEXT,
  description TEXT,
  type INTEGER,
  isenabled INTEGER,
  state TEXT,
  speed INTEGER,
  duplex TEXT,
  mac TEXT,
  istrunk INTEGER,
  vlans TEXT NOT NULL,
  peercount INTEGER NOT NULL,
  -- Of all that was said of it, its peers too: the same inventory twice writes nothing.
  digest TEXT NOT NULL,
  UNIQUE (networkdeviceid, number)
) STRICT;
CREATE TABLE networkpeers (
  peerid INTEGER PRIMARY KEY AUTOINCREMENT,
  portid INTEGER NOT NULL REFERENCES networkports (portid) ON DELETE CASCADE,
  mac TEXT COLLATE NOCASE,
  ipaddress TEXT COLLATE NOCASE,
  name TEXT COLLATE NOCASE,
  model TEXT,
  port TEXT
) STRICT;
CREATE INDEX networkpeers_port ON networkpeers (portid);
CREATE INDEX networkpeers_mac ON networkpeers (mac, portid) WHERE mac IS NOT NULL;
CREATE INDEX networkpeers_name ON networkpeers (name, mac) WHERE name IS NOT NULL;
CREATE TABLE stackmembers (
  stackmemberid INTEGER PRIMARY KEY AUTOINCREMENT,
  networkdeviceid INTEGER NOT NULL REFERENCES networkdevices (networkdeviceid) ON DELETE CASCADE,
  serialnumber TEXT NOT NULL COLLATE NOCASE,
  model TEXT,
  name TEXT,
  firmware TEXT,
  UNIQUE (networkdeviceid, serialnumber)
) STRICT;

CREATE TABLE subnets (
  subnetid INTEGER PRIMARY KEY AUTOINCREMENT,
  cidr TEXT NOT NULL,
  vlan INTEGER,
  name TEXT COLLATE NOCASE,
  gateway TEXT,
  locationid INTEGER REFERENCES locations (locationid),
  description TEXT,
  -- Its first and last address as "4" and 8, or "6" and 32 hexadecimal digits: texts of one family sort as numbers do.
  firstkey TEXT NOT NULL DEFAULT '',
  lastkey TEXT NOT NULL DEFAULT '',
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX subnets_range ON subnets (firstkey, subnetid, lastkey);
CREATE INDEX subnets_vlan ON subnets (vlan, firstkey, subnetid, lastkey);
CREATE INDEX subnets_cidr ON subnets (cidr, subnetid);
CREATE INDEX subnets_name ON subnets (name, subnetid);
CREATE INDEX subnets_location ON subnets (locationid, subnetid);
CREATE INDEX subnets_created ON subnets (createddate, subnetid);
CREATE INDEX subnets_modified ON subnets (modifieddate, subnetid);

-- The IP addresses of assets as keys of the same form: what lies in a subnet is looked up, not searched for.
CREATE TABLE addresskeys (
  communicationid INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  addresskey TEXT NOT NULL
) STRICT;
CREATE INDEX addresskeys_key ON addresskeys (addresskey, communicationid);
