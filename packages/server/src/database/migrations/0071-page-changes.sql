-- In which revisions each page of a space changed. It is computed from the revisions when somebody asks for the history of a
-- page, and goes on from where it ended the last time.
create table page_histories (
  space_id id primary key references spaces on delete cascade deferrable,
  -- The last revision whose changes are listed; none yet where it is null.
  revision_id id,
  -- How many revisions are listed.
  length integer not null default 0
);

create table page_changes (
  space_id id not null references spaces on delete cascade deferrable,
  page_id id not null,
  revision_id id not null references revisions on delete cascade deferrable,
  -- The order of the revisions: each is after the one that it was made from.
  position integer not null,
  -- What changed: created, deleted, text, title, place, settings.
  kinds text[] not null,
  -- What the change is about, in the words of that time.
  detail jsonb not null,
  -- The hash of the text that the page has since, if it has one.
  document bytea,
  primary key (space_id, page_id, revision_id)
);
create index page_changes_revision on page_changes (revision_id);
