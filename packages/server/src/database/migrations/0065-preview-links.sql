-- Links that show a change request as a site would, to people without an account.
create table preview_links (
  id id primary key,
  change_request_id id not null references change_requests on delete cascade deferrable,
  site_id id not null references sites on delete cascade deferrable,
  -- It shows what this person may see.
  created_by id not null references users on delete cascade deferrable,
  key text not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index preview_links_change_request on preview_links (change_request_id, id);
create index preview_links_site on preview_links (site_id);
create index preview_links_created_by on preview_links (created_by);
