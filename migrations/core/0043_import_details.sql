-- Further results of an import, such as the columns that it ignored, as a JSON object.
ALTER TABLE importrows ADD COLUMN details TEXT NOT NULL DEFAULT '{}';
