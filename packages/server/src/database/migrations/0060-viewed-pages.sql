-- The changed pages of a change request that somebody has looked at, as they were then.
create table viewed_pages (
  change_request_id id not null references change_requests on delete cascade deferrable,
  user_id id not null references users on delete cascade deferrable,
  page_id text collate "C" not null,
  -- A hash of the page before and after the change: another one means that it was changed again.
  state_hash text not null,
  viewed_at timestamptz not null,
  primary key (change_request_id, user_id, page_id)
);
create index viewed_pages_user on viewed_pages (user_id);
