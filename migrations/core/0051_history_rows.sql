-- The history of an asset names the row that changed, and contains what the row was before, so that the rows of an
-- asset at an earlier time can be computed.
ALTER TABLE assethistory ADD COLUMN recordid INTEGER;
ALTER TABLE assethistory ADD COLUMN previous TEXT;
