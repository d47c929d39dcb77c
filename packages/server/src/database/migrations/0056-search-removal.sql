-- The indexes of a removed organization hold no space any more, and go with it.
delete from search_indexes i
where not exists (select from organizations o where o.id = i.organization_id)
  and not exists (select from search_spaces x where x.index_id = i.id);
alter table search_indexes
  add foreign key (organization_id) references organizations on delete cascade deferrable;
