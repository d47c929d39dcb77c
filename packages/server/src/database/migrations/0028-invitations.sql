-- People whose account existed before an organization wanted them: they are asked, and become members when they accept.
create table invitations (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  user_id id not null references users on delete cascade deferrable,
  -- What they get when they accept; null makes a guest.
  role role,
  sso boolean not null,
  invited_by id references users on delete set null deferrable,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  unique (organization_id, user_id)
);
create index invitations_user on invitations (user_id, id);
create index invitations_expires on invitations (expires_at);
