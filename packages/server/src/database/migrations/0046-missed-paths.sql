-- Paths of sites at which readers found nothing, so that they can be led elsewhere. Nothing is kept about the readers.
create table site_missed_paths (
  site_id id not null references sites on delete cascade deferrable,
  -- Below the site's, with a slash before it.
  path text not null,
  count integer not null,
  last_seen_at timestamptz(3) not null,
  primary key (site_id, path)
);
create index site_missed_paths_age on site_missed_paths (last_seen_at);
