-- Commands for thousands of PCs are queued in turns. Until all of them are there nobody gets one: a batch stands here so
-- long. What stands here at a start was cut off, and its commands, which came after the one that is named, are removed.
CREATE TABLE commandbatches (
  batchid INTEGER PRIMARY KEY AUTOINCREMENT,
  lastcommandid INTEGER NOT NULL
) STRICT;
ALTER TABLE endpointcommands ADD COLUMN batchid INTEGER;
