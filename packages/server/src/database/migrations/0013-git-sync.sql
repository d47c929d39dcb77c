-- Git synchronisation: what a space and a repository last had in common.

create table git_syncs (
  space_id id primary key references spaces on delete cascade deferrable,
  -- Without credentials.
  url text not null,
  ref text not null,
  project_directory text not null,
  provider text check (provider in ('github', 'gitlab', 'github-legacy')),
  tree_url text,
  commit_url text,
  -- The commit that both sides last had, and the revision that holds exactly what it does: the base of the next merge.
  commit_oid text,
  revision_id id references revisions deferrable,
  -- What could not be merged: the commit, its revision, and the change request that has both sides.
  conflict_commit_oid text,
  conflict_revision_id id references revisions deferrable,
  conflict_change_request_id id references change_requests on delete set null deferrable,
  -- A commit that was about to be pushed: when it is found there, it was.
  pushing jsonb,
  -- The time that the last finished operation was asked with.
  ordered_at timestamptz(3),
  operation jsonb,
  -- What a webhook needs to import by itself, sealed.
  webhook bytea,
  updated_at timestamptz(3) not null
);
create index git_syncs_revision on git_syncs (revision_id);
create index git_syncs_conflict_revision on git_syncs (conflict_revision_id);
create index git_syncs_conflict_change_request on git_syncs (conflict_change_request_id);

-- Calls of webhooks, by the hash of what was sent: nobody sends one twice.
create table git_deliveries (
  space_id id not null references spaces on delete cascade deferrable,
  digest bytea not null,
  received_at timestamptz(3) not null,
  primary key (space_id, digest)
);

-- The commit that a revision came from or went to.
alter table revisions add column git jsonb;
