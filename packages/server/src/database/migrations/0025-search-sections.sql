-- What is long about a section lies apart from its row, as it is: rows are so short that few blocks of the table are
-- looked into for the words, and no vector is unpacked to be ranked. Everything is indexed anew, so that all rows are.
truncate search_spaces, search_indexes, search_texts, search_words cascade;
alter table search_sections
  alter column words set storage external,
  alter column body set storage external,
  set (toast_tuple_target = 128);
