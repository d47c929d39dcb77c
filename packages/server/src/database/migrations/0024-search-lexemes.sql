-- The lexemes of search say which index they are of, all by themselves. Everything is indexed anew.
truncate search_spaces, search_indexes, search_texts, search_words cascade;
