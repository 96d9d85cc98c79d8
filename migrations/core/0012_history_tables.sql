-- The history of an asset is told of several tables, and two of them may have a column of the same name: which one a
-- row is about says what an id in it refers to. Rows from before say nothing, and their ids stay without a name where
-- more than one register could be meant.
ALTER TABLE assethistory ADD COLUMN tablename TEXT;
