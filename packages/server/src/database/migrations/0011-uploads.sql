-- Files that were sent to a signed address, by the key that the address was made with.

create table uploads (
  key id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  -- What it was sent for.
  kind text not null,
  -- Name, type, size, dimensions and the blob, as a revision would keep them.
  file jsonb not null,
  created_at timestamptz(3) not null
);
create index uploads_organization on uploads (organization_id);
