-- What is computed from elsewhere, in the place of the pages that say what to compute.

-- The content with what is computed in it; null where nothing is, and `root` is all there is.
alter table revisions add column shown bytea references objects deferrable;

alter table revisions drop constraint revisions_type_check;
-- `computed`: what was written is what it was, and what it is computed from is not.
alter table revisions add constraint revisions_type_check check (type in ('edits', 'merge', 'update', 'computed'));

-- The OpenAPI specs that spaces have, or had, something computed from.
create table computed_from (
  space_id id not null references spaces on delete cascade deferrable,
  spec text not null,
  primary key (space_id, spec)
);

-- What the pages of a version say.
alter table openapi_versions add column texts text not null default '{"groups":[],"models":null}';
