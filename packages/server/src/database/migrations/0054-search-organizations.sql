-- A search of a whole organization costs what is found, not what there is: small spaces of an organization share indexes, and
-- which spaces are not indexed is known without looking at each of them.

-- The organization that all spaces of the index belong to. Where a space was transferred since, it moves to another index.
alter table search_indexes add column organization_id id;
-- Whether small spaces are put into it. A large space has an index of its own, together with its copies.
alter table search_indexes add column shared boolean not null default false;
update search_indexes i set organization_id = found.organization_id
from (
  select x.index_id, min(s.organization_id::text) as organization_id
  from search_spaces x join spaces s on s.id = x.space_id
  group by x.index_id
) found
where found.index_id = i.id;
delete from search_indexes i where organization_id is null and not exists (select from search_spaces x where x.index_id = i.id);
alter table search_indexes alter column organization_id set not null;
create index search_indexes_organization on search_indexes (organization_id);

-- Spaces that have to be indexed, or moved to another index.
create table search_stale_spaces (
  space_id id primary key references spaces on delete cascade deferrable,
  -- Counts the changes of the space, so that nobody takes a later change for indexed.
  version bigint not null default 1,
  -- Whether a search would miss something; otherwise the space is only better kept in another index.
  awaited boolean not null
);

create function mark_stale_space() returns trigger language plpgsql as $$
begin
  -- A new space has no pages, unless it is a copy or comes out of a backup, whose revisions may come after it.
  if tg_op = 'INSERT' and exists (
    select from revisions r where r.id = new.revision_id
      and coalesce(r.shown, r.root) = '\x644735b58908c3e1d425684c4d9636986d7c0dd66f8579f5a9398e3cae56068c'
  ) then
    return null;
  end if;
  insert into search_stale_spaces (space_id, awaited)
  values (
    new.id,
    tg_op = 'INSERT' or old.revision_id is distinct from new.revision_id
      or old.organization_id is distinct from new.organization_id
  )
  on conflict (space_id) do update
    set version = search_stale_spaces.version + 1, awaited = search_stale_spaces.awaited or excluded.awaited;
  return null;
end $$;

create trigger mark_inserted_stale after insert on spaces for each row execute function mark_stale_space();
create trigger mark_updated_stale after update of revision_id, organization_id, language on spaces for each row
  when (
    old.revision_id is distinct from new.revision_id or old.organization_id is distinct from new.organization_id
    or old.language is distinct from new.language
  )
  execute function mark_stale_space();

-- The spaces that there are move to shared indexes one after the other, while they can be searched where they are.
insert into search_stale_spaces (space_id, awaited)
select s.id, x.root is distinct from coalesce(r.shown, r.root) or i.organization_id is distinct from s.organization_id
from spaces s
join revisions r on r.id = s.revision_id
left join search_spaces x on x.space_id = s.id
left join search_indexes i on i.id = x.index_id
where coalesce(r.shown, r.root) <> '\x644735b58908c3e1d425684c4d9636986d7c0dd66f8579f5a9398e3cae56068c' or x.space_id is not null;
