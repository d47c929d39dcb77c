-- Passkeys, to sign in with and as a second factor beside a password.

create table passkeys (
  id id primary key,
  user_id id not null references users on delete cascade deferrable,
  name text not null,
  -- The id that the authenticator knows the passkey by, as base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator says that it was used, up to 2^32.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id, id);

-- Challenges that an authenticator has to sign, as hashes. Each is used once.
create table passkey_challenges (
  hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign-in', 'second-factor')),
  -- Whose passkey it is for; null where the passkey says who somebody is.
  user_id id references users on delete cascade deferrable,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id);

-- The accounts that ask for a second factor after the password.
create table second_factors (
  user_id id primary key references users on delete cascade deferrable,
  required_at timestamptz(3) not null
);

-- Who has given the right password and not yet the second factor, as hashes.
create table second_factor_tickets (
  hash bytea primary key,
  user_id id not null references users on delete cascade deferrable,
  expires_at timestamptz(3) not null
);
create index second_factor_tickets_expires on second_factor_tickets (expires_at);
create index second_factor_tickets_user on second_factor_tickets (user_id);

-- Hashes of codes that take the place of a passkey that was lost. Each is deleted when it is used.
create table recovery_codes (
  user_id id not null references users on delete cascade deferrable,
  hash bytea not null,
  primary key (user_id, hash)
);
