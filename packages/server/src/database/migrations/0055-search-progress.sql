-- Of many pages that come in at once, each is found as soon as it is indexed, and searches say how far that is.

alter table search_spaces
  -- The content that is being indexed page by page; some of its pages are found already.
  add column pending_root bytea,
  add column pending_pages integer not null default 0,
  add column pending_total integer not null default 0;
