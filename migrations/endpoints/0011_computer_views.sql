-- The list of PCs is now part of the list of computers, with the same filters.
UPDATE OR IGNORE savedviews SET page = '/computers' WHERE page = '/endpoints';
