-- Descriptions of APIs that pages name by their addresses, as they were last read.

create table openapi_sources (
  space_id id not null references spaces on delete cascade deferrable,
  url text not null,
  -- When somebody read a page that shows something of it, and it was to be read again; one that nobody asks for goes.
  asked_at timestamptz(3) not null,
  -- When it was last read, or could not be.
  read_at timestamptz(3),
  -- Why it could not be, the last time.
  error text,
  -- Of its files as they came, and all of them as one document of OpenAPI 3, in JSON; null until it was read once.
  digest bytea,
  document text,
  primary key (space_id, url)
);
create index openapi_sources_asked on openapi_sources (asked_at);
