-- Indexes that a space left, or that texts were stored in before a space came: some of their texts may be of no page.
-- Going through the texts of all indexes to find out took longer the more was stored. The same index may be there twice.
create table search_left_indexes (
  id bigint generated always as identity primary key,
  index_id integer not null
);
insert into search_left_indexes (index_id) select id from search_indexes;

create function mark_left_index() returns trigger language plpgsql as $$
begin
  insert into search_left_indexes (index_id) values (old.index_id);
  return null;
end
$$;
create trigger mark_left_index after delete on search_spaces for each row execute function mark_left_index();
create trigger mark_moved_index after update of index_id on search_spaces for each row
  when (old.index_id is distinct from new.index_id) execute function mark_left_index();
