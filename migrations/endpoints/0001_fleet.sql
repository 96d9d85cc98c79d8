-- What the agent of a PC says of itself. It is written with each change, and when it was last seen every few seconds.
CREATE TABLE endpoints (
  endpointid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL UNIQUE REFERENCES assets (assetid) ON DELETE CASCADE,
  agentversion TEXT,
  osversion TEXT,
  lastcheckin TEXT,
  -- Later than this it counts as offline: three polls and five minutes.
  expectedby TEXT,
  uptimeseconds INTEGER,
  verdict TEXT NOT NULL DEFAULT 'unknown',
  verdictreason TEXT,
  ispinned INTEGER NOT NULL DEFAULT 0,
  spkipin TEXT,
  -- Its last check-in showed the key of all PCs.
  isshared INTEGER NOT NULL DEFAULT 0,
  -- What it said last, so that the same words twice write nothing.
  said TEXT
) STRICT;
CREATE INDEX endpoints_verdict ON endpoints (verdict, assetid);
CREATE INDEX endpoints_version ON endpoints (agentversion, assetid);
CREATE INDEX endpoints_expected ON endpoints (expectedby, assetid);

CREATE TABLE endpointhealth (
  endpointhealthid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  fromverdict TEXT NOT NULL,
  toverdict TEXT NOT NULL,
  reason TEXT,
  createddate TEXT NOT NULL
) STRICT;
CREATE INDEX endpointhealth_asset ON endpointhealth (assetid, endpointhealthid);

-- What agents tell of the PC's own log, the newest of each.
CREATE TABLE endpointevents (
  endpointeventid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  happenedat TEXT NOT NULL,
  level TEXT NOT NULL,
  source TEXT,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX endpointevents_asset ON endpointevents (assetid, happenedat);

-- At most one for each PC: enrolling twice at once ends in one credential, whoever is first.
CREATE TABLE endpointcredentials (
  endpointcredentialid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL UNIQUE REFERENCES assets (assetid) ON DELETE CASCADE,
  prefix TEXT NOT NULL UNIQUE,
  secrethash TEXT NOT NULL,
  -- Of the nonce that it was given to: the same agent may fetch it again until it has used it.
  noncehash TEXT NOT NULL,
  firstuseddate TEXT,
  createddate TEXT NOT NULL
) STRICT;

CREATE TABLE endpointblocks (
  endpointblockid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL UNIQUE REFERENCES assets (assetid) ON DELETE CASCADE,
  reason TEXT,
  createddate TEXT NOT NULL
) STRICT;

CREATE TABLE enrollmentrequests (
  requestid INTEGER PRIMARY KEY AUTOINCREMENT,
  hostname TEXT NOT NULL COLLATE NOCASE,
  serialnumber TEXT NOT NULL COLLATE NOCASE,
  state TEXT NOT NULL DEFAULT 'pending',
  -- Made with the shared key: such rows are dropped last when there are too many.
  iskeyed INTEGER NOT NULL DEFAULT 0,
  agentversion TEXT,
  osversion TEXT,
  -- The PC and the nonce that an approval names.
  assetid INTEGER REFERENCES assets (assetid) ON DELETE SET NULL,
  noncehash TEXT,
  reason TEXT,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX enrollmentrequests_pending ON enrollmentrequests (hostname, serialnumber) WHERE state = 'pending';
CREATE INDEX enrollmentrequests_oldest ON enrollmentrequests (state, iskeyed, modifieddate);
CREATE INDEX enrollmentrequests_asset ON enrollmentrequests (assetid);
CREATE INDEX enrollmentrequests_nonce ON enrollmentrequests (noncehash);

-- Those who ask for one pair of host name and serial number, each known by what it alone holds.
CREATE TABLE enrollmentcandidates (
  candidateid INTEGER PRIMARY KEY AUTOINCREMENT,
  requestid INTEGER NOT NULL REFERENCES enrollmentrequests (requestid) ON DELETE CASCADE,
  noncehash TEXT NOT NULL,
  address TEXT,
  firstseen TEXT NOT NULL,
  lastseen TEXT NOT NULL,
  UNIQUE (requestid, noncehash)
) STRICT;

CREATE TABLE endpointlocks (
  endpointlockid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL UNIQUE REFERENCES assets (assetid) ON DELETE CASCADE,
  userid INTEGER REFERENCES users (userid) ON DELETE SET NULL,
  username TEXT NOT NULL,
  reason TEXT,
  expiresat TEXT,
  -- The command that an override placed it for: that one may still be claimed.
  commandid INTEGER,
  createddate TEXT NOT NULL
) STRICT;
CREATE INDEX endpointlocks_user ON endpointlocks (userid);

CREATE TABLE endpointpolicies (
  policyid INTEGER PRIMARY KEY AUTOINCREMENT,
  policyname TEXT NOT NULL COLLATE NOCASE UNIQUE,
  scope TEXT,
  allowedactions TEXT NOT NULL DEFAULT '[]',
  pollseconds INTEGER,
  priority INTEGER NOT NULL DEFAULT 0,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX endpointpolicies_priority ON endpointpolicies (priority, policyid);
CREATE INDEX endpointpolicies_created ON endpointpolicies (createddate, policyid);
CREATE INDEX endpointpolicies_modified ON endpointpolicies (modifieddate, policyid);

CREATE TABLE endpointscripts (
  scriptid INTEGER PRIMARY KEY AUTOINCREMENT,
  scriptname TEXT NOT NULL COLLATE NOCASE UNIQUE,
  description TEXT,
  body TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 1,
  errormode TEXT NOT NULL DEFAULT 'continue',
  captureoutput INTEGER NOT NULL DEFAULT 1,
  workingdirectory TEXT,
  usercontext TEXT NOT NULL DEFAULT 'system',
  timeoutseconds INTEGER NOT NULL DEFAULT 600,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX endpointscripts_created ON endpointscripts (createddate, scriptid);
CREATE INDEX endpointscripts_modified ON endpointscripts (modifieddate, scriptid);

-- Each body that a script has had; a command runs the one that was current when it was queued.
CREATE TABLE endpointscriptrevisions (
  scriptrevisionid INTEGER PRIMARY KEY AUTOINCREMENT,
  scriptid INTEGER NOT NULL REFERENCES endpointscripts (scriptid),
  revision INTEGER NOT NULL,
  body TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (scriptid, revision)
) STRICT;
CREATE INDEX endpointscriptrevisions_created ON endpointscriptrevisions (createddate, scriptrevisionid);
CREATE INDEX endpointscriptrevisions_modified ON endpointscriptrevisions (modifieddate, scriptrevisionid);

CREATE TABLE endpointcommands (
  commandid INTEGER PRIMARY KEY AUTOINCREMENT,
  assetid INTEGER NOT NULL REFERENCES assets (assetid) ON DELETE CASCADE,
  action TEXT NOT NULL,
  parameters TEXT NOT NULL DEFAULT '{}',
  -- What is sent to the agent: the parameters with what they stood for when it was queued.
  payload TEXT NOT NULL DEFAULT '{}',
  state TEXT NOT NULL DEFAULT 'queued',
  reason TEXT,
  userid INTEGER REFERENCES users (userid) ON DELETE SET NULL,
  username TEXT NOT NULL,
  isoverride INTEGER NOT NULL DEFAULT 0,
  -- Seconds that it may take once it is claimed.
  limitseconds INTEGER NOT NULL DEFAULT 900,
  claimeddate TEXT,
  -- Without a result by then it has failed.
  duedate TEXT,
  finisheddate TEXT,
  exitcode INTEGER,
  output TEXT,
  durationms INTEGER,
  -- Of the result as it was sent: the same one again is no second one.
  resultdigest TEXT,
  createddate TEXT NOT NULL
) STRICT;
-- A PC never has two in flight, whoever asks.
CREATE UNIQUE INDEX endpointcommands_inflight ON endpointcommands (assetid) WHERE state = 'pending';
CREATE INDEX endpointcommands_queue ON endpointcommands (assetid, state, commandid);
CREATE INDEX endpointcommands_state ON endpointcommands (state, commandid);
CREATE INDEX endpointcommands_action ON endpointcommands (action, commandid);
CREATE INDEX endpointcommands_user ON endpointcommands (userid);
