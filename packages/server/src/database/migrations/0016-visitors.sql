-- Who may read a site, and what is known of them.

create table site_share_links (
  id id primary key,
  site_id id not null references sites on delete cascade deferrable,
  name text not null,
  active boolean not null default true,
  -- The secret in the address. It is shown again and again, so it is kept as it is.
  key text not null unique,
  created_at timestamptz(3) not null
);
create index site_share_links_list on site_share_links (site_id, id);

create table site_visitor_auth (
  site_id id primary key references sites on delete cascade deferrable,
  -- Another one for every key: what was opened with one key is shut by the next.
  key_id id not null,
  private_key text not null,
  fallback_url text
);

create table site_adaptive_schemas (
  site_id id primary key references sites on delete cascade deferrable,
  -- In the order in which it was written.
  json_schema json not null,
  updated_at timestamptz(3) not null
);

create trigger notify after insert or update or delete on site_share_links
  for each row execute function notify_of_site();
create trigger notify after insert or update or delete on site_visitor_auth
  for each row execute function notify_of_site();
create trigger notify after insert or update or delete on site_adaptive_schemas
  for each row execute function notify_of_site();

-- What spaces have shown. A renderer keeps a revision by its id and may ask for the one before; visitors read no other
-- revisions, least of all those of change requests.
create table main_revisions (
  revision_id id primary key references revisions on delete cascade deferrable,
  space_id id not null references spaces on delete cascade deferrable
);
create index main_revisions_space on main_revisions (space_id);
insert into main_revisions (revision_id, space_id) select revision_id, id from spaces;

create function remember_main_revision() returns trigger language plpgsql as $$
begin
  insert into main_revisions (revision_id, space_id) values (new.revision_id, new.id) on conflict do nothing;
  return null;
end $$;
create trigger remember_main after insert or update of revision_id on spaces
  for each row execute function remember_main_revision();
