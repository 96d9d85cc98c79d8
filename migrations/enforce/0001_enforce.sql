-- What each kind of PC must have. A scope is one manifest: its entries are the draft, which people change; what PCs get
-- is the newest snapshot of it, which nobody changes.
CREATE TABLE enforcescopes (
  scopeid INTEGER PRIMARY KEY AUTOINCREMENT,
  scopename TEXT NOT NULL COLLATE NOCASE,
  phase TEXT NOT NULL DEFAULT 'runtime',
  manifestversion TEXT NOT NULL DEFAULT '1.0',
  description TEXT,
  -- Of plugins that may be switched off or not there: no foreign keys, an invariant holds them.
  computertypeid INTEGER,
  measuringtooltypeid INTEGER,
  -- Never null: without a word of it the name decides.
  iscommon INTEGER,
  -- The phase and the name in one: the order of the list.
  sortname TEXT NOT NULL COLLATE NOCASE,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (scopename, phase)
) STRICT;
CREATE INDEX enforcescopes_sortname ON enforcescopes (sortname, scopeid);
CREATE INDEX enforcescopes_phase ON enforcescopes (phase, sortname, scopeid);
CREATE INDEX enforcescopes_computertype ON enforcescopes (computertypeid);
CREATE INDEX enforcescopes_measuringtooltype ON enforcescopes (measuringtooltypeid);
CREATE INDEX enforcescopes_created ON enforcescopes (createddate, scopeid);
CREATE INDEX enforcescopes_modified ON enforcescopes (modifieddate, scopeid);

-- One thing that PCs must have, in the words of the manifest. `fields` is JSON: what is known and what is not.
CREATE TABLE enforceentries (
  entryid INTEGER PRIMARY KEY AUTOINCREMENT,
  scopeid INTEGER NOT NULL REFERENCES enforcescopes (scopeid) ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE,
  fields TEXT NOT NULL,
  -- Of the payload, wherever it lies: a blob, or the text within `fields`.
  payloadsha256 TEXT,
  appid INTEGER REFERENCES applications (appid) ON DELETE SET NULL,
  sortorder INTEGER NOT NULL,
  isenabled INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (scopeid, name)
) STRICT;
CREATE INDEX enforceentries_order ON enforceentries (scopeid, sortorder, entryid);
CREATE INDEX enforceentries_payload ON enforceentries (payloadsha256);
CREATE INDEX enforceentries_app ON enforceentries (appid);

-- What was published: the bytes as they are served, for ever. The newest revision of a scope is the one in force. It
-- stays when its scope is deleted, so that an undo finds it again: an id is never used twice.
CREATE TABLE enforcesnapshots (
  snapshotid INTEGER PRIMARY KEY AUTOINCREMENT,
  scopeid INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  manifestversion TEXT NOT NULL,
  body TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  -- Of what it says beside its number and its date: whether the draft is another one.
  contentsha256 TEXT NOT NULL,
  entrycount INTEGER NOT NULL,
  publishedby TEXT NOT NULL,
  note TEXT,
  rollbackof INTEGER,
  createddate TEXT NOT NULL,
  UNIQUE (scopeid, revision)
) STRICT;

-- The payloads that a snapshot names: who may fetch them, and that they stay.
CREATE TABLE enforcereferences (
  referenceid INTEGER PRIMARY KEY AUTOINCREMENT,
  snapshotid INTEGER NOT NULL REFERENCES enforcesnapshots (snapshotid),
  sha256 TEXT NOT NULL,
  UNIQUE (snapshotid, sha256)
) STRICT;
CREATE INDEX enforcereferences_payload ON enforcereferences (sha256, snapshotid);

-- Payloads by what they are: the same bytes are here once. The files lie in the area `enforcepayloads`.
CREATE TABLE enforceblobs (
  blobid INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 TEXT NOT NULL UNIQUE,
  filename TEXT NOT NULL UNIQUE,
  size INTEGER NOT NULL,
  -- Since when the reaper found nobody who names it.
  unneededsince TEXT,
  createddate TEXT NOT NULL
) STRICT;

-- Uploads that go on after an interruption. What has arrived lies in the folder `uploads` under the id.
CREATE TABLE enforceuploads (
  enforceuploadid INTEGER PRIMARY KEY AUTOINCREMENT,
  uploadkey TEXT NOT NULL UNIQUE,
  entryid INTEGER NOT NULL REFERENCES enforceentries (entryid) ON DELETE CASCADE,
  size INTEGER NOT NULL,
  sha256 TEXT,
  filename TEXT NOT NULL,
  expiresat TEXT NOT NULL,
  createddate TEXT NOT NULL
) STRICT;
CREATE INDEX enforceuploads_entry ON enforceuploads (entryid);
CREATE INDEX enforceuploads_expires ON enforceuploads (expiresat);

-- What PCs say came of it. A report stands by itself: its scope and its PC may go.
CREATE TABLE enforcereports (
  reportid INTEGER PRIMARY KEY AUTOINCREMENT,
  hostname TEXT NOT NULL COLLATE NOCASE,
  assetid INTEGER REFERENCES assets (assetid) ON DELETE SET NULL,
  scopename TEXT COLLATE NOCASE,
  phase TEXT NOT NULL DEFAULT 'runtime',
  status TEXT NOT NULL,
  appliedversion TEXT,
  enforcerversion TEXT,
  results TEXT NOT NULL,
  counts TEXT NOT NULL,
  failed INTEGER NOT NULL DEFAULT 0,
  -- The newest of its PC, scope and phase.
  islatest INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX enforcereports_created ON enforcereports (createddate, reportid);
CREATE INDEX enforcereports_modified ON enforcereports (modifieddate, reportid);
CREATE INDEX enforcereports_hostname ON enforcereports (hostname, scopename, phase, islatest, reportid);
CREATE INDEX enforcereports_scope ON enforcereports (scopename, createddate, reportid);
CREATE INDEX enforcereports_status ON enforcereports (status, createddate, reportid);
CREATE INDEX enforcereports_latest ON enforcereports (islatest, status, createddate, reportid);
CREATE INDEX enforcereports_phase ON enforcereports (phase, createddate, reportid);
CREATE INDEX enforcereports_asset ON enforcereports (assetid);
