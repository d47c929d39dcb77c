-- Links that are good once: what somebody does with one is its purpose. Only the SHA-256 of the secret is stored.
create table one_time_links (
  id id primary key,
  hash bytea not null unique,
  purpose text not null check (purpose in ('setup', 'sign-in', 'password-reset', 'invitation')),
  user_id id not null references users on delete cascade deferrable,
  -- What the link is about, where it is about one organization: the one to set up, or to join.
  organization_id id references organizations on delete cascade deferrable,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index one_time_links_user on one_time_links (user_id, purpose);
create index one_time_links_expires on one_time_links (expires_at);

-- Null for accounts that somebody else has made and whose owner has not come yet.
alter table users add column first_signed_in_at timestamptz(3);
update users u set first_signed_in_at = s.first
from (select user_id, min(signed_in_at) as first from tokens where kind = 'session' group by user_id) as s
where s.user_id = u.id;

-- How a person wants the console to be. What is null was never chosen.
create table user_preferences (
  user_id id primary key references users on delete cascade deferrable,
  language text,
  theme text,
  -- What the console remembers for itself, such as what was opened last.
  console jsonb not null default '{}',
  updated_at timestamptz(3) not null
);

-- What was shown before the second factor: a password or a link.
alter table second_factor_tickets add column signed_in_with text not null default 'password';
alter table second_factor_tickets alter column signed_in_with drop default;
