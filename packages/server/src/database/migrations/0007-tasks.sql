-- Tasks: long work that people wait for and may look at.

create table tasks (
  -- Made in the order that the work is to be done in.
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  space_id id references spaces on delete cascade deferrable,
  created_by id references users on delete set null deferrable,
  type text not null,
  -- Of the tasks with one key, one runs at a time, in their order.
  key text not null,
  data jsonb not null,
  status text not null check (status in ('pending', 'running', 'completed', 'failed', 'canceled')),
  -- Counts every time that it began: what an earlier run writes late is told apart by it.
  attempts integer not null default 0,
  -- When it is to begin, again.
  due_at timestamptz(3) not null,
  progress_done integer not null default 0,
  progress_total integer,
  error text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3)
);
create index tasks_waiting on tasks (key, id) where status in ('pending', 'running');
create index tasks_organization on tasks (organization_id, id);
create index tasks_space on tasks (space_id);
create index tasks_created_by on tasks (created_by);
create index tasks_finished on tasks (finished_at) where finished_at is not null;
