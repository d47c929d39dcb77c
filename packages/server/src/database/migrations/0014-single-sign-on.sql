-- Single sign-on: identity providers, whom they vouch for, and the sessions that come of it.

-- Accounts that an identity provider made. Their addresses are what it says, and prove nothing to anyone else, so they
-- do not stand in the way of the one account that everyone else knows by the address.
alter table users add column managed boolean not null default false;
drop index users_email;
create unique index users_email on users (lower(email)) where not managed;

-- Who requires single sign-on keeps their access by token: nobody can lock themselves out.
alter table organizations add column sso_set_by id references users on delete set null deferrable;

create table saml_providers (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  label text not null,
  -- Empty until they are known.
  entity_id text not null default '',
  sso_url text not null default '',
  logout_url text not null default '',
  -- In PEM, one after another.
  certificate text not null default '',
  default_team_id id,
  default_role role,
  created_at timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, default_team_id) references teams (organization_id, id)
    on delete set null (default_team_id) deferrable
);

-- Who somebody is to a provider. It stays when they leave the organization: should they come back, they are the same.
create table saml_identities (
  provider_id id not null references saml_providers on delete cascade deferrable,
  name_id text not null,
  user_id id not null references users on delete cascade deferrable,
  created_at timestamptz(3) not null,
  last_login_at timestamptz(3) not null,
  primary key (provider_id, name_id),
  unique (provider_id, user_id)
);

-- Logins that were begun, until they end; by any process.
create table saml_requests (
  id text primary key,
  provider_id id not null references saml_providers on delete cascade deferrable,
  redirect text not null,
  created_at timestamptz(3) not null
);
create index saml_requests_created on saml_requests (created_at);

-- Assertions that were used, for as long as they could be used again.
create table saml_assertions (
  provider_id id not null references saml_providers on delete cascade deferrable,
  id text not null,
  expires_at timestamptz(3) not null,
  primary key (provider_id, id)
);
create index saml_assertions_expires on saml_assertions (expires_at);

-- A session is a token in a cookie. What a provider vouches for is worth nothing outside of its organization: such
-- tokens, and those made with them, reach no further, and end with the membership and with the provider.
alter table tokens add column kind text not null default 'token' check (kind in ('token', 'session'));
alter table tokens add column organization_id id;
alter table tokens add column saml_provider_id id references saml_providers on delete cascade deferrable;
-- What the provider calls the session, to end it there too.
alter table tokens add column saml_session jsonb;
alter table tokens add foreign key (organization_id, user_id) references members on delete cascade deferrable;
create index tokens_organization on tokens (organization_id, user_id) where organization_id is not null;
