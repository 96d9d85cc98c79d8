-- Pictures that the screens in the lobby and in the halls show in turn. The name is what people gave it and what stands
-- in its address; the stored name is that of its file.
CREATE TABLE slides (
  slideid INTEGER PRIMARY KEY AUTOINCREMENT,
  surface TEXT NOT NULL CHECK (surface IN ('lobby', 'shopfloor')),
  filename TEXT NOT NULL COLLATE NOCASE,
  storedname TEXT NOT NULL UNIQUE,
  sortorder INTEGER NOT NULL,
  seconds INTEGER NOT NULL DEFAULT 0 CHECK (seconds >= 0),
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL,
  UNIQUE (surface, filename)
) STRICT;
CREATE INDEX slides_order ON slides (surface, sortorder, slideid);
