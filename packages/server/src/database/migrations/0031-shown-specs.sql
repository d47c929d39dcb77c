-- The OpenAPI specs that the content of a space may show although they are private, because somebody who sees them wrote
-- them into the space.
create table shown_specs (
  space_id id not null references spaces on delete cascade deferrable,
  spec text not null,
  added_by id references users on delete set null deferrable,
  added_at timestamptz(3) not null,
  primary key (space_id, spec)
);
create index shown_specs_added_by on shown_specs (added_by);

-- What spaces showed before stays: who wrote it was not recorded.
insert into shown_specs (space_id, spec, added_at)
select space_id, spec, now() from computed_from
union
select s.id, o.slug, now() from spaces s join openapi_specs o on o.organization_id = s.organization_id;
