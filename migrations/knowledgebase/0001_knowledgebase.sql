-- What people wrote down so that the next one need not ask: how things are done, and where more is told.
CREATE TABLE articles (
  articleid INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL COLLATE NOCASE,
  summary TEXT,
  body TEXT,
  linkurl TEXT,
  keywords TEXT,
  appid INTEGER REFERENCES applications (appid),
  clicks INTEGER NOT NULL DEFAULT 0,
  isactive INTEGER NOT NULL DEFAULT 1,
  createddate TEXT NOT NULL, modifieddate TEXT NOT NULL
) STRICT;
CREATE INDEX articles_title ON articles (title, articleid);
CREATE INDEX articles_clicks ON articles (clicks, articleid);
CREATE INDEX articles_app ON articles (appid, articleid);
CREATE INDEX articles_created ON articles (createddate, articleid);
CREATE INDEX articles_modified ON articles (modifieddate, articleid);
