-- Most updates of spaces and change requests only count something, and no event tells of them. A trigger of a statement is
-- called for each of them, with tables of the rows before and after; a trigger of a row is called only where its condition holds.

drop trigger record_updated on spaces;
drop function record_updated_spaces();

create function record_updated_space() returns trigger language plpgsql as $$
begin
  if new.revision_id <> old.revision_id then
    insert into events (organization_id, type, scope, subject_id, data)
    values (new.organization_id, 'space_content_updated', 'space', new.id, jsonb_build_object('revision', new.revision_id));
  end if;
  if new.deleted_at is not null and old.deleted_at is null then
    insert into events (organization_id, type, scope, subject_id) values (new.organization_id, 'space_removed', 'space', new.id);
  elsif new.deleted_at is null and old.deleted_at is not null then
    insert into events (organization_id, type, scope, subject_id) values (new.organization_id, 'space_created', 'space', new.id);
  end if;
  if (new.organization_id, new.title, new.emoji, new.icon_url, new.parent_id, new.rank, new.edit_mode, new.default_level,
      new.language, new.merge_rules) is distinct from
    (old.organization_id, old.title, old.emoji, old.icon_url, old.parent_id, old.rank, old.edit_mode, old.default_level,
      old.language, old.merge_rules)
  then
    insert into events (organization_id, type, scope, subject_id) values (new.organization_id, 'space_updated', 'space', new.id);
  end if;
  -- Whoever could see a space by where it was may not see it now, and the other way round.
  if (new.organization_id, new.parent_id, new.default_level) is distinct from
    (old.organization_id, old.parent_id, old.default_level)
  then
    insert into events (organization_id, type, scope)
    select distinct org.id, 'access_changed', 'organization'
    from (values (old.organization_id), (new.organization_id)) as org (id);
  end if;
  return null;
end $$;

create trigger record_updated after update on spaces for each row
  when (
    (old.revision_id, old.deleted_at, old.organization_id, old.title, old.emoji, old.icon_url, old.parent_id, old.rank,
      old.edit_mode, old.default_level, old.language, old.merge_rules) is distinct from
    (new.revision_id, new.deleted_at, new.organization_id, new.title, new.emoji, new.icon_url, new.parent_id, new.rank,
      new.edit_mode, new.default_level, new.language, new.merge_rules)
  ) execute function record_updated_space();

drop trigger record_inserted on change_requests;
drop function record_inserted_change_requests();

create function record_inserted_change_request() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select s.organization_id, 'change_request_created', 'space', s.id, jsonb_build_object('changeRequest', new.id)
  from spaces s where s.id = new.space_id;
  return null;
end $$;

create trigger record_inserted after insert on change_requests for each row
  execute function record_inserted_change_request();

drop trigger record_updated on change_requests;
drop function record_updated_change_requests();

create function record_updated_change_request() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select s.organization_id, change.type, 'space', s.id, jsonb_build_object('changeRequest', new.id) || change.data
  from spaces s cross join lateral (values
    ('change_request_status_updated', new.status <> old.status, jsonb_build_object('status', new.status)),
    ('change_request_content_updated', new.revision_id <> old.revision_id,
      jsonb_build_object('revision', new.revision_id)),
    ('change_request_conflicted',
      cardinality(new.conflicted_pages) > 0 and cardinality(old.conflicted_pages) = 0, '{}'),
    ('change_request_updated',
      (new.subject, new.description, new.ancestor_id, new.conflicted_pages) is distinct from
      (old.subject, old.description, old.ancestor_id, old.conflicted_pages), '{}')
  ) as change (type, happened, data)
  where s.id = new.space_id and change.happened;
  return null;
end $$;

create trigger record_updated after update on change_requests for each row
  when (
    (old.status, old.revision_id, old.subject, old.description, old.ancestor_id, old.conflicted_pages) is distinct from
    (new.status, new.revision_id, new.subject, new.description, new.ancestor_id, new.conflicted_pages)
  ) execute function record_updated_change_request();

drop trigger announce_live on change_requests;
drop function announce_live_change_requests();

create function announce_live_change_request() returns trigger language plpgsql as $$
begin
  if exists (select from live_pages l where l.change_request_id = new.id) then
    perform announce('verso_live', new.id);
  end if;
  return null;
end $$;

create trigger announce_live after update on change_requests for each row
  when ((old.revision_id, old.status) is distinct from (new.revision_id, new.status))
  execute function announce_live_change_request();
