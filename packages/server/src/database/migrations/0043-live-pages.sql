-- Live editing: the text of a page in a change request while people write it, as commits of steps in one order. Steps and
-- documents are JSON in text: jsonb refuses characters that people may type.
create table live_pages (
  change_request_id id not null references change_requests on delete cascade deferrable,
  page_id text collate "C" not null,
  -- Changes when the page is begun anew: versions of another session mean nothing.
  session_id id not null,
  schema_version integer not null,
  version integer not null,
  -- The last version that was saved, its document, and the text that it has in the change request.
  saved_version integer not null,
  saved_document text not null,
  saved_text text not null,
  saved_hash text not null,
  -- The revision of the change request that was last looked at.
  revision_id id not null,
  -- The revision that saving has made, and when the first of those was made that it took the place of.
  saved_revision_id id,
  saving_since timestamptz,
  -- Why the last version cannot be saved.
  problem text,
  touched_at timestamptz not null,
  primary key (change_request_id, page_id)
);
create index live_pages_unsaved on live_pages (touched_at) where version > saved_version;

create table live_commits (
  change_request_id id not null,
  page_id text collate "C" not null,
  version integer not null,
  user_id id references users on delete set null deferrable,
  client text not null,
  ref text not null,
  steps text not null,
  created_at timestamptz not null,
  primary key (change_request_id, page_id, version),
  unique (change_request_id, page_id, user_id, client, ref),
  foreign key (change_request_id, page_id) references live_pages on delete cascade deferrable
);
create index live_commits_user on live_commits (user_id);

-- Who is in a page, and where. It is out of date within seconds, so a crash may empty it.
create unlogged table live_presences (
  change_request_id id not null references change_requests on delete cascade deferrable,
  page_id text collate "C" not null,
  client text not null,
  user_id id not null references users on delete cascade deferrable,
  version integer not null,
  anchor integer,
  head integer,
  seen_at timestamptz not null,
  primary key (change_request_id, page_id, client)
);
create index live_presences_user on live_presences (user_id);

-- Those who follow a page must hear of what others write into the change request, and of its end.
create function announce_live_change_requests() returns trigger language plpgsql as $$
begin
  perform pg_notify('verso_live', n.id)
  from before o join after n on n.id = o.id
  where (n.revision_id, n.status) is distinct from (o.revision_id, o.status)
    and exists (select from live_pages l where l.change_request_id = n.id);
  return null;
end $$;
create trigger announce_live after update on change_requests
  referencing old table as before new table as after for each statement execute function announce_live_change_requests();
