-- Sites that are synchronised with a repository as a whole: what both last had in common.
create table site_git_syncs (
  site_id id primary key references sites on delete cascade deferrable,
  -- Without credentials.
  url text not null,
  ref text not null,
  project_directory text not null,
  provider text check (provider in ('github', 'gitlab', 'github-legacy')),
  tree_url text,
  commit_url text,
  -- The commit that both sides last had, and the file in it that says what the site consists of.
  commit_oid text,
  config_name text,
  config_text text,
  -- The id of the section, group or site space of each key of the file.
  node_ids jsonb not null default '{}',
  -- A commit that was about to be pushed: when it is found there, it was.
  pushing jsonb,
  operation jsonb,
  -- What a webhook needs to import by itself, sealed.
  webhook bytea,
  updated_at timestamptz(3) not null
);

-- Calls of webhooks, by the hash of what was sent: nobody sends one twice.
create table site_git_deliveries (
  site_id id not null references sites on delete cascade deferrable,
  digest bytea not null,
  received_at timestamptz(3) not null,
  primary key (site_id, digest)
);

-- The site that synchronises a space, if it does not do so on its own.
alter table git_syncs add column site_id id references sites on delete set null deferrable;
create index git_syncs_site on git_syncs (site_id) where site_id is not null;
