-- Descriptions of APIs, and every state they were in.

create table openapi_specs (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  slug text not null,
  visibility text not null default 'private' check (visibility in ('private', 'public')),
  -- Where it is read from, again and again; a description that was sent as text has none.
  source_url text,
  processing_state text not null check (processing_state in ('pending', 'progress', 'complete')),
  -- The task whose outcome counts: one that was overtaken by another says nothing any more.
  task_id id,
  last_processed_at timestamptz(3),
  last_error_code text check (last_error_code in ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
  -- The first of them, and how many there were.
  last_errors jsonb not null default '[]',
  last_error_count integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (organization_id, slug)
);
-- Those that are due to be read again.
create index openapi_specs_due on openapi_specs (last_processed_at) where source_url is not null;

create table openapi_versions (
  id id primary key,
  spec_id id not null references openapi_specs on delete cascade deferrable,
  -- Of all its files as they came: the next version is one only when this is another.
  digest bytea not null,
  format text not null check (format in ('json', 'yaml')),
  -- The first file as it came, and of how many it is one.
  text text not null,
  files integer not null,
  -- All files as one document of OpenAPI 3, in JSON. Not jsonb, which cannot hold every text that JSON can.
  document text not null,
  created_at timestamptz(3) not null
);
create index openapi_versions_spec on openapi_versions (spec_id, id);
