-- A merge that somebody who may merge has planned: at a time, or as soon as nothing stands against it. Whoever writes a row has
-- locked the space of the change request before, as a merge does, so a plan is carried out or taken back once.
create table planned_merges (
  change_request_id id primary key references change_requests on delete cascade deferrable,
  planned_by id references users on delete set null deferrable,
  planned_at timestamptz(3) not null,
  -- Null when it is merged as soon as nothing stands against it.
  merge_at timestamptz(3),
  -- How many edits each contributor had made when the merge was planned: who has more has changed the content since.
  edits jsonb not null,
  -- What it waited for when it was last looked at; null before that, and while it waits for its time alone.
  waiting_for text check (waiting_for in ('changes', 'approval', 'rules', 'conflicts')),
  -- A hash of all that the last answer depended on, so that nothing is tried twice for the same reason.
  checked_state text,
  checked_at timestamptz(3),
  -- Set when it was taken back. The row stays until the next plan, and says why.
  ended_at timestamptz(3),
  ended_by id references users on delete set null deferrable,
  ended_reason text check (
    ended_reason in ('canceled', 'archived', 'permission', 'changes', 'approval', 'rules', 'conflicts')
  ),
  check ((ended_at is null) = (ended_reason is null))
);
create index planned_merges_due on planned_merges (merge_at) where ended_at is null;
create index planned_merges_planned_by on planned_merges (planned_by);
create index planned_merges_ended_by on planned_merges (ended_by);

-- Whoever looks at the change request sees the plan. That it was looked at again, with the same answer, is told to nobody.

create function record_planned_merges() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select s.organization_id, 'change_request_updated', 'space', s.id, jsonb_build_object('changeRequest', cr.id)
  from changed n join change_requests cr on cr.id = n.change_request_id join spaces s on s.id = cr.space_id;
  return null;
end $$;
create trigger record_inserted after insert on planned_merges
  referencing new table as changed for each statement execute function record_planned_merges();
create trigger record_deleted after delete on planned_merges
  referencing old table as changed for each statement execute function record_planned_merges();

create function record_updated_planned_merges() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select s.organization_id, change.type, 'space', s.id, jsonb_build_object('changeRequest', cr.id) || change.data
  from before o join after n on n.change_request_id = o.change_request_id
  join change_requests cr on cr.id = n.change_request_id join spaces s on s.id = cr.space_id
  cross join lateral (values
    ('change_request_updated',
      (n.planned_by, n.planned_at, n.merge_at, n.waiting_for, n.ended_at) is distinct from
      (o.planned_by, o.planned_at, o.merge_at, o.waiting_for, o.ended_at), '{}'),
    -- The next plan may take the place of this one before people are notified, so the event says what they are told.
    ('planned_merge_ended', n.ended_at is not null and o.ended_at is null,
      jsonb_strip_nulls(jsonb_build_object('user', n.planned_by, 'endedBy', n.ended_by, 'reason', n.ended_reason)))
  ) as change (type, happened, data)
  where change.happened;
  return null;
end $$;
create trigger record_updated after update on planned_merges
  referencing old table as before new table as after
  for each statement execute function record_updated_planned_merges();

-- What carries out planned merges looks when something has happened in a space where one is waiting.
create or replace function announce_events() returns trigger language plpgsql as $$
declare
  is_for_inbox boolean;
begin
  -- The types that `areas/inbox/notifier` makes notifications from.
  select bool_or(type in (
    'comment_created', 'comment_updated', 'comment_replied', 'review_requested', 'review_submitted',
    'change_request_status_updated', 'change_request_conflicted', 'planned_merge_ended', 'job_updated'
  )) into is_for_inbox from inserted;
  if is_for_inbox is null then
    return null;
  end if;
  perform announce('verso_events', '');
  if is_for_inbox then
    perform announce('verso_inbox', '');
  end if;
  if exists (
    select from planned_merges p join change_requests cr on cr.id = p.change_request_id
    join inserted e on e.scope = 'space' and e.subject_id = cr.space_id
    where p.ended_at is null
  ) then
    perform announce('verso_planned_merges', '');
  end if;
  return null;
end $$;

-- People are told of planned merges that were taken back, and why.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (
  kind in (
    'mention', 'reply', 'comment', 'review_requested', 'review_submitted', 'merged', 'merge_canceled', 'conflict',
    'job_failed'
  )
);
alter table notifications add column reason text check (
  reason in ('canceled', 'archived', 'permission', 'changes', 'approval', 'rules', 'conflicts')
);
