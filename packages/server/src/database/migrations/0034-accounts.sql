-- How people sign in without an identity provider of an organization.

-- Apart from the users, so that no query about people reads it by accident.
create table passwords (
  user_id id primary key references users on delete cascade deferrable,
  -- argon2id, as a PHC string.
  hash text not null,
  set_at timestamptz(3) not null
);

-- Tries to sign in, by account, by address and by both, as hashes. Worth nothing after a crash.
create unlogged table sign_in_attempts (
  key text primary key,
  failures integer not null,
  last_failed_at timestamptz(3) not null,
  blocked_until timestamptz(3) not null
);
create index sign_in_attempts_failed on sign_in_attempts (last_failed_at);

-- When and how somebody last showed who they are in a session. Sessions of identity providers began that way.
alter table tokens add column signed_in_at timestamptz(3);
alter table tokens add column signed_in_with text;
update tokens set signed_in_at = created_at, signed_in_with = 'saml' where kind = 'session';
alter table tokens add check (kind <> 'session' or (signed_in_at is not null and signed_in_with is not null));
-- Where a session was last used: the address that the request came from.
alter table tokens add column last_address text;
