-- Events: what has changed in an organization, for those who watch it. They are written by triggers, so whatever changes a
-- row also writes its event, in the same transaction, whichever part of Verso does it. They name things and say nothing
-- else about them: who wants to know more reads it through the API, with the permissions of that moment.

create sequence event_positions;

create table events (
  id bigint generated always as identity primary key,
  -- The order in which events are told. It is given after the event was committed, by one process at a time, so no event
  -- gets a lower position than one that somebody has read already. Null until then.
  position bigint,
  organization_id id not null,
  type text not null,
  -- Who may hear of it: everybody in the organization, all but guests, one person, or those who see the subject.
  scope text not null check (scope in ('organization', 'members', 'user', 'space', 'collection', 'site')),
  subject_id id,
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  check ((subject_id is null) = (scope in ('organization', 'members')))
);
create unique index events_position on events (organization_id, position) where position is not null;
create index events_last on events (position) where position is not null;
create index events_waiting on events (id) where position is null;
create index events_created on events (created_at);

create function announce_events() returns trigger language plpgsql as $$
begin
  if exists (select from inserted) then
    perform pg_notify('verso_events', '');
  end if;
  return null;
end $$;
create trigger announce after insert on events
  referencing new table as inserted for each statement execute function announce_events();

-- Spaces.

create function record_inserted_spaces() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id)
  select organization_id, 'space_created', 'space', id from inserted;
  return null;
end $$;
create trigger record_inserted after insert on spaces
  referencing new table as inserted for each statement execute function record_inserted_spaces();

create function record_updated_spaces() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select n.organization_id, change.type, 'space', n.id, change.data
  from before o join after n on n.id = o.id
  cross join lateral (values
    ('space_content_updated', n.revision_id <> o.revision_id, jsonb_build_object('revision', n.revision_id)),
    ('space_removed', n.deleted_at is not null and o.deleted_at is null, '{}'),
    ('space_created', n.deleted_at is null and o.deleted_at is not null, '{}'),
    ('space_updated',
      (n.organization_id, n.title, n.emoji, n.icon_url, n.parent_id, n.rank, n.edit_mode, n.default_level, n.language,
        n.merge_rules) is distinct from
      (o.organization_id, o.title, o.emoji, o.icon_url, o.parent_id, o.rank, o.edit_mode, o.default_level, o.language,
        o.merge_rules), '{}')
  ) as change (type, happened, data)
  where change.happened;
  -- Whoever could see a space by where it was may not see it now, and the other way round.
  insert into events (organization_id, type, scope)
  select distinct org.id, 'access_changed', 'organization'
  from before o join after n on n.id = o.id
  cross join lateral (values (o.organization_id), (n.organization_id)) as org (id)
  where (n.organization_id, n.parent_id, n.default_level) is distinct from
    (o.organization_id, o.parent_id, o.default_level);
  return null;
end $$;
create trigger record_updated after update on spaces
  referencing old table as before new table as after for each statement execute function record_updated_spaces();

-- Change requests.

create function record_inserted_change_requests() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select s.organization_id, 'change_request_created', 'space', s.id, jsonb_build_object('changeRequest', n.id)
  from inserted n join spaces s on s.id = n.space_id;
  return null;
end $$;
create trigger record_inserted after insert on change_requests
  referencing new table as inserted for each statement execute function record_inserted_change_requests();

create function record_updated_change_requests() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select s.organization_id, change.type, 'space', s.id, jsonb_build_object('changeRequest', n.id) || change.data
  from before o join after n on n.id = o.id join spaces s on s.id = n.space_id
  cross join lateral (values
    ('change_request_status_updated', n.status <> o.status, jsonb_build_object('status', n.status)),
    ('change_request_content_updated', n.revision_id <> o.revision_id,
      jsonb_build_object('revision', n.revision_id)),
    ('change_request_conflicted', cardinality(n.conflicted_pages) > 0 and cardinality(o.conflicted_pages) = 0, '{}'),
    ('change_request_updated',
      (n.subject, n.description, n.ancestor_id, n.conflicted_pages) is distinct from
      (o.subject, o.description, o.ancestor_id, o.conflicted_pages), '{}')
  ) as change (type, happened, data)
  where change.happened;
  return null;
end $$;
create trigger record_updated after update on change_requests
  referencing old table as before new table as after
  for each statement execute function record_updated_change_requests();

-- Comments, replies and reactions. Many rows of one parent, as when a space is removed, are one event.

create function record_comments() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select s.organization_id, tg_argv[0], 'space', s.id,
    jsonb_strip_nulls(jsonb_build_object(
      'changeRequest', n.change_request_id, 'comment', case when count(*) = 1 then min(n.id) end
    ))
  from changed n join spaces s on s.id = n.space_id
  group by s.organization_id, s.id, n.change_request_id;
  return null;
end $$;
create trigger record_inserted after insert on comments
  referencing new table as changed for each statement execute function record_comments('comment_created');
create trigger record_updated after update on comments
  referencing new table as changed for each statement execute function record_comments('comment_updated');
create trigger record_deleted after delete on comments
  referencing old table as changed for each statement execute function record_comments('comment_deleted');

create function record_comment_replies() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select s.organization_id, tg_argv[0], 'space', s.id,
    jsonb_strip_nulls(jsonb_build_object(
      'changeRequest', c.change_request_id, 'comment', c.id, 'reply', case when count(*) = 1 then min(n.id) end
    ))
  from changed n join comments c on c.id = n.comment_id join spaces s on s.id = c.space_id
  group by s.organization_id, s.id, c.change_request_id, c.id;
  return null;
end $$;
create trigger record_inserted after insert on comment_replies
  referencing new table as changed for each statement execute function record_comment_replies('comment_replied');
create trigger record_updated after update on comment_replies
  referencing new table as changed for each statement execute function record_comment_replies('comment_updated');
create trigger record_deleted after delete on comment_replies
  referencing old table as changed for each statement execute function record_comment_replies('comment_updated');

create function record_comment_reactions() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select distinct s.organization_id, 'comment_updated', 'space', s.id,
    jsonb_strip_nulls(jsonb_build_object('changeRequest', c.change_request_id, 'comment', c.id))
  from changed n join comments c on c.id = n.comment_id join spaces s on s.id = c.space_id;
  return null;
end $$;
create trigger record_inserted after insert on comment_reactions
  referencing new table as changed for each statement execute function record_comment_reactions();
create trigger record_deleted after delete on comment_reactions
  referencing old table as changed for each statement execute function record_comment_reactions();

create function record_comment_reply_reactions() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select distinct s.organization_id, 'comment_updated', 'space', s.id,
    jsonb_strip_nulls(jsonb_build_object('changeRequest', c.change_request_id, 'comment', c.id))
  from changed n join comment_replies r on r.id = n.reply_id join comments c on c.id = r.comment_id
  join spaces s on s.id = c.space_id;
  return null;
end $$;
create trigger record_inserted after insert on comment_reply_reactions
  referencing new table as changed for each statement execute function record_comment_reply_reactions();
create trigger record_deleted after delete on comment_reply_reactions
  referencing old table as changed for each statement execute function record_comment_reply_reactions();

-- Reviews, and who was asked for one.

create function record_reviews() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select s.organization_id, tg_argv[0], 'space', s.id,
    jsonb_build_object('changeRequest', n.change_request_id, 'review', n.id)
  from changed n join change_requests cr on cr.id = n.change_request_id join spaces s on s.id = cr.space_id;
  return null;
end $$;
create trigger record_inserted after insert on reviews
  referencing new table as changed for each statement execute function record_reviews('review_submitted');
create trigger record_updated after update on reviews
  referencing new table as changed for each statement execute function record_reviews('review_updated');

create function record_review_requests() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select s.organization_id, case when tg_op = 'DELETE' or n.answered then 'review_updated' else 'review_requested' end,
    'space', s.id, jsonb_build_object('changeRequest', n.change_request_id, 'user', n.user_id)
  from changed n join change_requests cr on cr.id = n.change_request_id join spaces s on s.id = cr.space_id;
  return null;
end $$;
create trigger record_inserted after insert on review_requests
  referencing new table as changed for each statement execute function record_review_requests();
create trigger record_updated after update on review_requests
  referencing new table as changed for each statement execute function record_review_requests();
create trigger record_deleted after delete on review_requests
  referencing old table as changed for each statement execute function record_review_requests();

-- Tasks, which the API calls jobs. Of their progress, one step in twenty is told.

create function record_inserted_tasks() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select organization_id, 'job_updated', case when space_id is null then 'members' else 'space' end, space_id,
    jsonb_build_object('job', id, 'status', status)
  from inserted;
  return null;
end $$;
create trigger record_inserted after insert on tasks
  referencing new table as inserted for each statement execute function record_inserted_tasks();

create function record_updated_tasks() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select n.organization_id, 'job_updated', case when n.space_id is null then 'members' else 'space' end, n.space_id,
    jsonb_build_object('job', n.id, 'status', n.status)
  from before o join after n on n.id = o.id
  where n.status <> o.status or n.progress_total is distinct from o.progress_total
    or n.progress_done::bigint * 20 / nullif(n.progress_total, 0)
      is distinct from o.progress_done::bigint * 20 / nullif(o.progress_total, 0);
  return null;
end $$;
create trigger record_updated after update on tasks
  referencing old table as before new table as after for each statement execute function record_updated_tasks();

-- People and what they may see. Whose access changed is told to them alone, where it is one person.

create function record_members() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, data)
  select organization_id, 'member_updated', 'members', jsonb_build_object('user', user_id) from changed;
  insert into events (organization_id, type, scope, subject_id)
  select organization_id, 'access_changed', 'user', user_id from changed;
  return null;
end $$;
create trigger record_inserted after insert on members
  referencing new table as changed for each statement execute function record_members();
create trigger record_deleted after delete on members
  referencing old table as changed for each statement execute function record_members();

create function record_updated_members() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select n.organization_id, event.type, event.scope, event.subject_id, event.data
  from before o join after n on n.organization_id = o.organization_id and n.user_id = o.user_id
  cross join lateral (values
    ('member_updated', 'members', null, jsonb_build_object('user', n.user_id)),
    ('access_changed', 'user', n.user_id, '{}')
  ) as event (type, scope, subject_id, data)
  where (n.role, n.disabled, n.sso) is distinct from (o.role, o.disabled, o.sso);
  return null;
end $$;
create trigger record_updated after update on members
  referencing old table as before new table as after for each statement execute function record_updated_members();

create function record_teams() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, data)
  select organization_id, 'team_updated', 'members', jsonb_build_object('team', id) from changed;
  return null;
end $$;
create trigger record_inserted after insert on teams
  referencing new table as changed for each statement execute function record_teams();
create trigger record_updated after update on teams
  referencing new table as changed for each statement execute function record_teams();
create trigger record_deleted after delete on teams
  referencing old table as changed for each statement execute function record_teams();

create function record_team_members() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, data)
  select distinct organization_id, 'team_updated', 'members', jsonb_build_object('team', team_id) from changed;
  insert into events (organization_id, type, scope, subject_id)
  select distinct organization_id, 'access_changed', 'user', user_id from changed;
  return null;
end $$;
create trigger record_inserted after insert on team_members
  referencing new table as changed for each statement execute function record_team_members();
create trigger record_updated after update on team_members
  referencing new table as changed for each statement execute function record_team_members();
create trigger record_deleted after delete on team_members
  referencing old table as changed for each statement execute function record_team_members();

create function record_grants() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id)
  select distinct organization_id, 'access_changed', case when user_id is null then 'organization' else 'user' end, user_id
  from changed;
  return null;
end $$;
create trigger record_inserted after insert on grants
  referencing new table as changed for each statement execute function record_grants();
create trigger record_updated after update on grants
  referencing new table as changed for each statement execute function record_grants();
create trigger record_deleted after delete on grants
  referencing old table as changed for each statement execute function record_grants();

-- Collections and sites. Once deleted, nobody can be asked whether they saw it: the event then names nothing.

create function record_collections() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id)
  select distinct organization_id, 'collection_updated',
    case tg_op when 'DELETE' then 'organization' else 'collection' end, case tg_op when 'DELETE' then null else id end
  from changed;
  -- What is below a collection is seen by its level and by where it is.
  if tg_op <> 'INSERT' then
    insert into events (organization_id, type, scope)
    select distinct organization_id, 'access_changed', 'organization' from changed;
  end if;
  return null;
end $$;
create trigger record_inserted after insert on collections
  referencing new table as changed for each statement execute function record_collections();
create trigger record_updated after update on collections
  referencing new table as changed for each statement execute function record_collections();
create trigger record_deleted after delete on collections
  referencing old table as changed for each statement execute function record_collections();

create function record_sites() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id)
  select distinct organization_id, 'site_updated',
    case tg_op when 'DELETE' then 'organization' else 'site' end, case tg_op when 'DELETE' then null else id end
  from changed;
  return null;
end $$;
create trigger record_inserted after insert on sites
  referencing new table as changed for each statement execute function record_sites();
create trigger record_updated after update on sites
  referencing new table as changed for each statement execute function record_sites();
create trigger record_deleted after delete on sites
  referencing old table as changed for each statement execute function record_sites();

create function record_site_parts() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id)
  select distinct s.organization_id, 'site_updated', 'site', s.id from changed n join sites s on s.id = n.site_id;
  return null;
end $$;
create trigger record_inserted after insert on site_spaces
  referencing new table as changed for each statement execute function record_site_parts();
create trigger record_updated after update on site_spaces
  referencing new table as changed for each statement execute function record_site_parts();
create trigger record_deleted after delete on site_spaces
  referencing old table as changed for each statement execute function record_site_parts();
create trigger record_inserted after insert on site_sections
  referencing new table as changed for each statement execute function record_site_parts();
create trigger record_updated after update on site_sections
  referencing new table as changed for each statement execute function record_site_parts();
create trigger record_deleted after delete on site_sections
  referencing old table as changed for each statement execute function record_site_parts();
create trigger record_inserted after insert on site_section_groups
  referencing new table as changed for each statement execute function record_site_parts();
create trigger record_updated after update on site_section_groups
  referencing new table as changed for each statement execute function record_site_parts();
create trigger record_deleted after delete on site_section_groups
  referencing old table as changed for each statement execute function record_site_parts();

-- Whoever watches with a token or a session that ended must not go on, nor without the single sign-on that is asked for.

create function announce_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('verso_sessions', '');
  return null;
end $$;
create trigger announce_ended after delete on tokens
  for each statement execute function announce_ended_sessions();
create trigger announce_ended after update of sso on organizations
  for each statement execute function announce_ended_sessions();
