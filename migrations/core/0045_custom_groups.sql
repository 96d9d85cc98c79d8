-- The heading under which pages and forms show a custom field.
ALTER TABLE customfields ADD COLUMN groupname TEXT;
