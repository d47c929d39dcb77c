-- Sites: how an organization shows its spaces. A site has site spaces at its root, or sections that have them.

create table sites (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  type text not null,
  title text not null,
  -- One segment of the address, below that of the organization.
  basename text not null,
  hostname text unique,
  -- Where a proxy of the organization's serves it: a host and one or more segments.
  proxy_origin text unique,
  visibility text not null check (visibility in ('public', 'unlisted', 'share-link', 'visitor-auth')),
  published boolean not null default false,
  default_level level default 'inherit',
  adaptive_content boolean not null default false,
  agents_context text not null default 'included' check (agents_context in ('included', 'excluded')),
  -- What was set; everything else has its default.
  customization jsonb not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (organization_id, id),
  unique (organization_id, basename)
);

alter table organizations add foreign key (default_site) references sites on delete set null deferrable;

-- Sections and groups of one parent share one order: their ranks.
create table site_section_groups (
  id id primary key,
  site_id id not null references sites on delete cascade deferrable,
  -- The group it is in; null at the root.
  parent_id id,
  title text not null,
  icon text,
  rank id not null,
  created_at timestamptz(3) not null,
  unique (site_id, id),
  foreign key (site_id, parent_id) references site_section_groups (site_id, id) deferrable
);
create index site_section_groups_order on site_section_groups (site_id, parent_id, rank, id);

create table site_sections (
  id id primary key,
  site_id id not null references sites on delete cascade deferrable,
  -- The group it is in; null at the root.
  group_id id,
  title text not null,
  description text,
  icon text,
  path text not null,
  condition text,
  is_default boolean not null default false,
  rank id not null,
  created_at timestamptz(3) not null,
  unique (site_id, id),
  unique (site_id, path),
  foreign key (site_id, group_id) references site_section_groups (site_id, id) deferrable
);
create index site_sections_order on site_sections (site_id, group_id, rank, id);
create unique index site_sections_default on site_sections (site_id) where is_default;

create table site_spaces (
  id id primary key,
  organization_id id not null,
  site_id id not null,
  -- Null where the site has no sections.
  section_id id,
  space_id id not null,
  path text not null,
  condition text,
  is_default boolean not null default false,
  -- What was set for this site space over the site's; null when nothing was.
  customization jsonb,
  rank id not null,
  created_at timestamptz(3) not null,
  unique (site_id, id),
  foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade deferrable,
  foreign key (site_id, section_id) references site_sections (site_id, id) on delete cascade deferrable,
  foreign key (organization_id, space_id) references spaces (organization_id, id) on delete cascade deferrable
);
create index site_spaces_order on site_spaces (site_id, section_id, rank, id);
create index site_spaces_section on site_spaces (section_id);
create index site_spaces_space on site_spaces (space_id, site_id);
create unique index site_spaces_path on site_spaces (site_id, coalesce(section_id, ''), path);
create unique index site_spaces_default on site_spaces (site_id, coalesce(section_id, '')) where is_default;

create table site_redirects (
  id id primary key,
  site_id id not null references sites on delete cascade deferrable,
  -- A path below the site's, with a slash before it.
  source text not null,
  -- Prepared, and not followed yet.
  draft boolean not null default false,
  -- The source stands for everything below it too, which is carried over to the destination.
  capture_wildcard boolean not null default false,
  permanent boolean not null default false,
  -- One of: a section, a site space, a page of a site space, an address elsewhere. It goes with what it leads to.
  section_id id,
  site_space_id id,
  page_id text,
  url text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3),
  check (num_nonnulls(section_id, site_space_id, url) = 1),
  check (page_id is null or site_space_id is not null),
  unique (site_id, source, draft),
  foreign key (site_id, section_id) references site_sections (site_id, id) on delete cascade deferrable,
  foreign key (site_id, site_space_id) references site_spaces (site_id, id) on delete cascade deferrable
);
create index site_redirects_list on site_redirects (site_id, id);
create index site_redirects_section on site_redirects (section_id);
create index site_redirects_site_space on site_redirects (site_space_id);

-- Roles are granted on sites too.
alter table grants add column site_id id;
alter table grants drop column content_id;
alter table grants add column content_id id not null
  generated always as (coalesce(space_id, collection_id, site_id)) stored;
alter table grants drop constraint grants_check;
alter table grants add check (num_nonnulls(space_id, collection_id, site_id) = 1);
alter table grants add unique (content_id, user_id);
alter table grants add unique (content_id, team_id);
alter table grants add foreign key (organization_id, site_id) references sites (organization_id, id)
  on delete cascade deferrable;
create index grants_user on grants (user_id, content_id);
create index grants_team on grants (team_id, content_id);
create index grants_site on grants (site_id) where site_id is not null;

-- Every process keeps what it needs of a site in memory. Whatever touches a site tells them, also what nobody
-- thought of telling: a row that goes with another one.
create function notify_of_site() returns trigger language plpgsql as $$
declare
  changed record := coalesce(new, old);
  site text;
begin
  if tg_table_name = 'sites' then site := changed.id; else site := changed.site_id; end if;
  perform pg_notify('verso', json_build_array('site', site)::text);
  return null;
end $$;
create trigger notify after insert or update or delete on sites
  for each row execute function notify_of_site();
create trigger notify after insert or update or delete on site_section_groups
  for each row execute function notify_of_site();
create trigger notify after insert or update or delete on site_sections
  for each row execute function notify_of_site();
create trigger notify after insert or update or delete on site_spaces
  for each row execute function notify_of_site();
create trigger notify after insert or update or delete on site_redirects
  for each row execute function notify_of_site();
