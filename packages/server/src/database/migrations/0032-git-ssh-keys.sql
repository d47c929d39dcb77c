-- The keys that a space uses for its repository over ssh.
create table git_ssh_keys (
  id id primary key,
  space_id id not null references spaces on delete cascade deferrable,
  public_key text not null,
  fingerprint text not null,
  -- Sealed.
  private_key bytea not null,
  created_by id references users on delete set null deferrable,
  created_at timestamptz(3) not null
);
create index git_ssh_keys_space on git_ssh_keys (space_id);
create index git_ssh_keys_created_by on git_ssh_keys (created_by);
