-- Signing in through OpenID Connect: through providers of the installation, which are settings, and through providers of
-- organizations.

create table oidc_providers (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  label text not null,
  issuer text not null,
  client_id text not null,
  -- Sealed. Null for a public client.
  client_secret bytea,
  -- The domains of the people who may become members; `*` stands for all.
  domains text[] not null default '{}',
  -- Whether an address counts as verified when the provider does not say whether it is.
  trusts_emails boolean not null default false,
  default_team_id id,
  default_role role,
  created_at timestamptz(3) not null,
  foreign key (organization_id, default_team_id) references teams (organization_id, id)
    on delete set null (default_team_id) deferrable
);
create index oidc_providers_organization on oidc_providers (organization_id, id);
create index oidc_providers_team on oidc_providers (organization_id, default_team_id);

-- Who somebody is to an issuer. What a provider of an organization says counts for that provider only.
create table oidc_identities (
  id id primary key,
  -- Null for the providers of the installation.
  provider_id id references oidc_providers on delete cascade deferrable,
  issuer text not null,
  subject text not null,
  user_id id not null references users on delete cascade deferrable,
  -- The address at the last login, for people who look at the list.
  email text,
  created_at timestamptz(3) not null,
  last_login_at timestamptz(3) not null,
  unique nulls not distinct (provider_id, issuer, subject)
);
create index oidc_identities_user on oidc_identities (user_id, id);

-- Logins that were begun, until they end; by any process. What the browser and the provider send is stored as hashes.
create table oidc_requests (
  state bytea primary key,
  -- The name of a provider of the installation, or the id of one of an organization.
  provider text not null,
  browser bytea not null,
  redirect text not null,
  -- The session that links an identity to its account. A login creates a session instead.
  linking_session_id id references tokens on delete cascade deferrable,
  created_at timestamptz(3) not null
);
create index oidc_requests_created on oidc_requests (created_at);
create index oidc_requests_session on oidc_requests (linking_session_id);

-- Sessions, and the access tokens made with them, end with the provider.
alter table tokens add column oidc_provider_id id references oidc_providers on delete cascade deferrable;
create index tokens_oidc_provider on tokens (oidc_provider_id) where oidc_provider_id is not null;
