-- Pages are found by the reusable contents that they include, too.

-- What pages call the reusable contents that stand in their texts, and in those in turn: ids, and paths from the top.
create table search_includes (
  space_id id not null,
  page_id id not null,
  name text not null,
  -- The path depends on where the page stands.
  relative boolean not null,
  primary key (space_id, page_id, name),
  foreign key (space_id, page_id) references search_pages on delete cascade deferrable
);
create index search_includes_name on search_includes (space_id, name);
create index search_includes_relative on search_includes (space_id) where relative;

-- Every page is looked at again, as if the index had nothing yet; the texts that it has, it keeps.
delete from search_spaces x using spaces s, revisions r
where s.id = x.space_id and r.id = s.revision_id and x.root is distinct from coalesce(r.shown, r.root);
update search_spaces set root = '\x644735b58908c3e1d425684c4d9636986d7c0dd66f8579f5a9398e3cae56068c';
