-- Lists filter and sort by the values of one custom field, and read them from the index alone.
DROP INDEX customvalues_field;
CREATE INDEX customvalues_field ON customvalues (customfieldid, value COLLATE NOCASE, assetid);
