-- What a person should know: it was made for them from the events.
create table notifications (
  id id primary key,
  user_id id not null references users on delete cascade deferrable,
  organization_id id not null references organizations on delete cascade deferrable,
  kind text not null check (
    kind in ('mention', 'reply', 'comment', 'review_requested', 'review_submitted', 'merged', 'conflict', 'job_failed')
  ),
  space_id id not null references spaces on delete cascade deferrable,
  change_request_id id references change_requests on delete cascade deferrable,
  comment_id id references comments on delete cascade deferrable,
  reply_id id references comment_replies on delete cascade deferrable,
  review_id id references reviews on delete cascade deferrable,
  task_id id references tasks on delete cascade deferrable,
  -- Who did it, if somebody did.
  actor_id id references users on delete set null deferrable,
  -- What it is about, such as the replies to a comment. A person has one notification of each: the latest.
  source text not null,
  -- When it happened.
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  -- When a mail about it was enqueued.
  mailed_at timestamptz(3),
  unique (user_id, source)
);
create index notifications_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_unmailed on notifications (created_at) where read_at is null and mailed_at is null;
create index notifications_organization on notifications (organization_id);
create index notifications_space on notifications (space_id);
create index notifications_change_request on notifications (change_request_id);
create index notifications_comment on notifications (comment_id);
create index notifications_reply on notifications (reply_id);
create index notifications_review on notifications (review_id);
create index notifications_task on notifications (task_id);
create index notifications_actor on notifications (actor_id);
create index notifications_created on notifications (created_at);

-- Up to which event people were notified: one row. Nobody is notified of what happened before there were notifications.
create table notification_progress (
  id integer primary key default 1 check (id = 1),
  position bigint not null
);
insert into notification_progress (position)
select case when is_called then last_value else 0 end from event_positions;

-- How a person gets mails about notifications; null until they choose.
alter table user_preferences add column notification_mail text;
-- Nothing from before this time is mailed to them: they wanted no mails then.
alter table user_preferences add column notification_mail_since timestamptz(3);

create function record_notifications() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id)
  select distinct organization_id, 'notifications_updated', 'user', user_id from changed;
  return null;
end $$;
create trigger record_inserted after insert on notifications
  referencing new table as changed for each statement execute function record_notifications();

-- What was read is told, and what has happened again, but not that a mail was sent.
create function record_updated_notifications() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id)
  select distinct n.organization_id, 'notifications_updated', 'user', n.user_id
  from before o join after n on n.user_id = o.user_id and n.source = o.source
  where n.id <> o.id or n.read_at is distinct from o.read_at;
  return null;
end $$;
create trigger record_updated after update on notifications
  referencing old table as before new table as after for each statement execute function record_updated_notifications();
