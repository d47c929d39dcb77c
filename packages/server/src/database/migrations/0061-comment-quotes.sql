-- The words that a comment is on: { exact, prefix, suffix, start }, as they were in the text of its page when it was
-- posted. `start` is where they begin in the texts of the blocks, joined by line feeds.
alter table comments add column quote jsonb;
