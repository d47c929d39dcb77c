-- The words that a comment suggests instead of those that it is on, and who put them there. Empty words delete.
alter table comments add column suggestion text;
alter table comments add column applied_at timestamptz(3);
alter table comments add column applied_by id references users on delete set null deferrable;
create index comments_applied_by on comments (applied_by);
