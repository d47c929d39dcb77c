-- The history of a space: which revisions were its current content, since when, and where their content came from if
-- nobody wrote it here.
alter table revisions add column origin text check (origin in ('import', 'template'));
alter table revisions add column current_at timestamptz(3);

-- The content of a space before a change is the first parent of the revision after it.
with recursive history as (
  select r.id, r.space_id, r.parents from spaces s join revisions r on r.id = s.revision_id
  union
  select r.id, r.space_id, r.parents
  from history h join revisions r on r.id = h.parents[1] and r.space_id = h.space_id
)
update revisions r set current_at = r.created_at from history h where h.id = r.id;

create index revisions_history on revisions (space_id, current_at, id) where current_at is not null;
