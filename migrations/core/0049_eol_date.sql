-- The name of the field in the API.
ALTER TABLE assets RENAME COLUMN endoflifedate TO eoldate;
