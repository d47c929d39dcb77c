-- What an access token is limited to, besides its organization: reading, and one space or site.
alter table tokens
  add column read_only boolean not null default false,
  add column space_id id references spaces on delete cascade deferrable,
  add column site_id id references sites on delete cascade deferrable,
  add constraint tokens_one_content check (num_nonnulls(space_id, site_id) <= 1);
create index tokens_space on tokens (space_id) where space_id is not null;
create index tokens_site on tokens (site_id) where site_id is not null;
