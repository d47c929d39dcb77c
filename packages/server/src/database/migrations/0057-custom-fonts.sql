-- Fonts that an organization uploaded for its sites. A site that uses one has the addresses of its files in its customization.

create table custom_fonts (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  family text not null,
  -- The weight and the file of each face, as an upload has it.
  faces jsonb not null,
  created_at timestamptz(3) not null
);
create index custom_fonts_organization on custom_fonts (organization_id);
