-- Translations: spaces that have the content of others in another language.

create table translations (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  source_space_id id not null references spaces on delete cascade deferrable,
  source_language text not null,
  language text not null,
  -- Markdown.
  instructions text not null,
  created_by id references users on delete set null deferrable,
  -- The space that it is translated to, and what that showed after the last run.
  space_id id references spaces on delete set null deferrable,
  revision_id id references revisions on delete set null deferrable,
  -- What was translated last, and what came of it before people's own changes were merged: the base of the next merge.
  source_revision_id id references revisions on delete set null deferrable,
  translated_revision_id id references revisions on delete set null deferrable,
  -- Of everything that it was translated with; what is as it was need not be looked at again.
  fingerprint bytea,
  -- Ids of pages that are not wholly translated.
  unfinished text[] not null default '{}',
  problems jsonb not null default '[]',
  error text,
  -- The run that is under way, or was the last.
  run_id id,
  run_started_at timestamptz(3),
  runs integer not null default 0,
  total_words bigint not null default 0,
  total_pages integer not null default 0,
  total_ms bigint not null default 0,
  latest_words bigint not null default 0,
  latest_pages integer not null default 0,
  latest_ms bigint not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index translations_organization on translations (organization_id, id);
create index translations_source_space on translations (source_space_id);
create index translations_created_by on translations (created_by);
create index translations_space on translations (space_id);
create index translations_revision on translations (revision_id);
create index translations_source_revision on translations (source_revision_id);
create index translations_translated_revision on translations (translated_revision_id);

-- What was translated before, by the hash of the segment and of everything that its translation depends on.
create table translation_memory (
  organization_id id not null references organizations on delete cascade deferrable,
  hash bytea not null,
  text text not null,
  used_at timestamptz(3) not null,
  primary key (organization_id, hash)
);
create index translation_memory_used on translation_memory (used_at);

-- What words are in other languages, as an organization wants them translated.
create table glossary_entries (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  -- Language to term.
  translations jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index glossary_entries_organization on glossary_entries (organization_id, id);
