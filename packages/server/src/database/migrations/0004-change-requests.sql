-- Change requests: a head of their own beside the space's main pointer.

create table change_requests (
  id id primary key,
  space_id id not null references spaces on delete cascade deferrable,
  -- Counted per space, without gaps: the space's counter moves in the same transaction.
  number integer not null,
  status text not null check (status in ('draft', 'open', 'archived', 'merged')),
  subject text not null,
  created_by id references users on delete set null deferrable,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The revision that the change request is at now.
  revision_id id not null references revisions deferrable,
  -- The space's revision that it began at.
  initial_id id not null references revisions deferrable,
  -- The space's revision that it was last brought up to date with: the base of the next merge.
  ancestor_id id not null references revisions deferrable,
  -- Pages whose text an update left with both versions between markers; no merge while the markers are there.
  conflicted_pages text[] not null default '{}',
  merged_id id references revisions deferrable,
  merged_by id references users on delete set null deferrable,
  merged_at timestamptz(3),
  unique (space_id, number)
);
create index change_requests_merged on change_requests (merged_id);
create index change_requests_status on change_requests (space_id, status, id);

-- Who changed something in it.
create table change_request_contributors (
  change_request_id id not null references change_requests on delete cascade deferrable,
  user_id id not null references users on delete cascade deferrable,
  first_at timestamptz(3) not null,
  primary key (change_request_id, user_id)
);
create index change_request_contributors_user on change_request_contributors (user_id);

alter table spaces add column change_requests integer not null default 0;
alter table spaces add column change_requests_open integer not null default 0;
alter table spaces add column change_requests_draft integer not null default 0;
