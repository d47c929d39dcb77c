-- Whether an open change request conflicts with its space, when the content of the space was last compared with it. A job
-- compares them after the content has changed.
create table conflict_checks (
  change_request_id id primary key references change_requests on delete cascade deferrable,
  -- The revisions that were compared. They may be gone by now.
  main_id id not null,
  head_id id not null,
  ancestor_id id not null,
  conflicted boolean not null
);

-- People are told when a conflict comes about, and not again with each change of the space. It is another one when the change
-- request was brought up to date, or had no conflict, in between.
create function record_conflict_checks() returns trigger language plpgsql as $$
begin
  if new.conflicted and (tg_op = 'INSERT' or not old.conflicted or old.ancestor_id <> new.ancestor_id) then
    insert into events (organization_id, type, scope, subject_id, data)
    select s.organization_id, 'change_request_conflicted', 'space', s.id,
      jsonb_build_object('changeRequest', cr.id, 'revision', new.main_id)
    from change_requests cr join spaces s on s.id = cr.space_id where cr.id = new.change_request_id;
  end if;
  return null;
end $$;
create trigger record_checked after insert or update on conflict_checks
  for each row execute function record_conflict_checks();
