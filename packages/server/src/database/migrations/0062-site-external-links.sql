-- Links to elsewhere among the sections and groups of a site.

create table site_external_links (
  id id primary key,
  site_id id not null references sites on delete cascade deferrable,
  -- The group it is in; null at the root.
  group_id id,
  title text not null,
  description text,
  icon text,
  url text not null,
  condition text,
  is_draft boolean not null,
  -- Among the sections and groups beside it.
  rank id not null,
  created_at timestamptz(3) not null,
  foreign key (site_id, group_id) references site_section_groups (site_id, id) deferrable
);
create index site_external_links_order on site_external_links (site_id, group_id, rank, id);

create trigger record_inserted after insert on site_external_links
  referencing new table as changed for each statement execute function record_site_parts();
create trigger record_updated after update on site_external_links
  referencing new table as changed for each statement execute function record_site_parts();
create trigger record_deleted after delete on site_external_links
  referencing old table as changed for each statement execute function record_site_parts();
