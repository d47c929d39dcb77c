-- The slugs that pages of a space had before they got another one or another parent, so that old addresses lead to them.
create table left_slugs (
  space_id id not null references spaces on delete cascade deferrable,
  slug text not null,
  -- The page that it was under; empty at the top level.
  parent_id text not null,
  page_id text not null,
  primary key (space_id, slug, parent_id)
);
