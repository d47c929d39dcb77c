-- Reviews of change requests, and who was asked for one.

create table reviews (
  id id primary key,
  change_request_id id not null references change_requests on delete cascade deferrable,
  -- What the change request was at.
  revision_id id not null references revisions deferrable,
  reviewer_id id not null references users on delete cascade deferrable,
  -- Who had asked for it, if somebody had.
  requested_by id references users on delete set null deferrable,
  status text not null check (status in ('approved', 'changes-requested')),
  -- The same person has reviewed again since.
  replaced boolean not null default false,
  -- The same person was asked to review again since.
  asked_again boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index reviews_change_request on reviews (change_request_id, id);
create unique index reviews_last on reviews (change_request_id, reviewer_id) where not replaced;

create table review_requests (
  change_request_id id not null references change_requests on delete cascade deferrable,
  user_id id not null references users on delete cascade deferrable,
  requested_by id not null references users on delete cascade deferrable,
  revision_id id not null references revisions deferrable,
  created_at timestamptz(3) not null,
  -- Reviewed since. Only then does asking again ask for something new.
  answered boolean not null default false,
  primary key (change_request_id, user_id)
);
create index review_requests_user on review_requests (user_id);

-- How often someone changed the change request, and when last; its creator may never have.
alter table change_request_contributors add column edits integer not null default 0;
alter table change_request_contributors add column updated_at timestamptz(3);
update change_request_contributors set updated_at = first_at;
alter table change_request_contributors alter column updated_at set not null;

with recursive made as (
  select cr.id as change_request_id, cr.initial_id, r.id, r.parents, r.created_by, r.created_at
  from change_requests cr join revisions r on r.id = cr.revision_id
  where cr.revision_id <> cr.initial_id
  union all
  select made.change_request_id, made.initial_id, r.id, r.parents, r.created_by, r.created_at
  from made join revisions r on r.id = made.parents[1]
  where r.id <> made.initial_id
)
update change_request_contributors c set edits = counted.edits, updated_at = counted.last_at
from (
  select change_request_id, created_by, count(*) as edits, max(created_at) as last_at
  from made group by change_request_id, created_by
) as counted
where counted.change_request_id = c.change_request_id and counted.created_by = c.user_id;
