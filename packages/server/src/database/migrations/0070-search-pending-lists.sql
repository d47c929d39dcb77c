-- How long the lists of new entries may be is a setting of the connection, so that indexing many pages can have longer ones.
alter index search_texts_words reset (gin_pending_list_limit);
alter index search_sections_words reset (gin_pending_list_limit);
alter index search_words_trigrams reset (gin_pending_list_limit);
