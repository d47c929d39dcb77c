-- After every import, PostgreSQL would count the words of thousands of vectors and texts for statistics that no plan uses: the
-- words of a search are parameters, and plans are made without knowing them. For 5,000 pages that took a fifth as long as storing them.
alter table search_texts
  alter column words set statistics 0,
  -- As those of the sections: a vector is not compressed when it is written, nor unpacked when it is read.
  alter column words set storage external;
alter table search_sections
  alter column words set statistics 0,
  alter column body set statistics 0;
