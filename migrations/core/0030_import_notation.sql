-- How the file of an import was read: the line of its header, and the decimal mark of its number columns as a JSON object.
ALTER TABLE importrows ADD COLUMN headerline INTEGER NOT NULL DEFAULT 1;
ALTER TABLE importrows ADD COLUMN decimals TEXT NOT NULL DEFAULT '{}';
