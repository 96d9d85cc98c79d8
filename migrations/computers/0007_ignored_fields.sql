-- What of the last inventory of a computer was converted, cut or left out: a JSON object of counts by field.
ALTER TABLE computers ADD COLUMN ignoredfields TEXT;
