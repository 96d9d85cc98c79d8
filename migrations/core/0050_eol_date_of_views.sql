-- Saved views and the history of assets name the end of life as the lists do. A custom field may have the old name.
UPDATE savedviews SET
  query = replace(replace(replace(query, 'cf_endoflifedate', 'cf_:eol:'), 'endoflifedate', 'eoldate'), 'cf_:eol:', 'cf_endoflifedate'),
  columns = replace(replace(replace(columns, 'cf_endoflifedate', 'cf_:eol:'), 'endoflifedate', 'eoldate'), 'cf_:eol:', 'cf_endoflifedate')
  WHERE query LIKE '%endoflifedate%' OR columns LIKE '%endoflifedate%';
UPDATE assethistory SET field = 'eoldate' WHERE field = 'endoflifedate' AND coalesce(tablename, 'assets') = 'assets';
