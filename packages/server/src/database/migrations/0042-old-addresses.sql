-- What organizations and sites were called before. Their old addresses lead to the new ones, until something else has the name.
create table old_organization_names (
  name text primary key,
  organization_id id not null references organizations on delete cascade deferrable
);
create index old_organization_names_organization on old_organization_names (organization_id);

create table old_site_basenames (
  organization_id id not null references organizations on delete cascade deferrable,
  basename text not null,
  site_id id not null references sites on delete cascade deferrable,
  primary key (organization_id, basename)
);
create index old_site_basenames_site on old_site_basenames (site_id);
