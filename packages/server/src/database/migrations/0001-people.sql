-- People, what they sign in with, and the organizations they belong to.
--
-- Foreign keys are deferrable throughout: rows that point at each other can then be loaded in any order, as a
-- restore does, and change organization together, as a transfer does.

create type role as enum ('read', 'comment', 'edit', 'review', 'create', 'admin');
create type team_role as enum ('member', 'owner');

-- Identifiers and ranks are compared bytewise, whatever the collation of the database.
create domain id as text collate "C";

-- Secrets of this installation, shared by all its processes.
create table secrets (
  name text primary key,
  value bytea not null
);

create table users (
  id id primary key,
  display_name text not null,
  email text not null,
  photo_url text,
  created_at timestamptz(3) not null
);
create unique index users_email on users (lower(email));

create table tokens (
  id id primary key,
  user_id id not null references users on delete cascade deferrable,
  name text not null,
  -- Only the SHA-256 of the secret: a copy of the database opens nothing.
  hash bytea not null unique,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  expires_at timestamptz(3)
);
create index tokens_user on tokens (user_id, id);

create table organizations (
  id id primary key,
  title text not null,
  hostname text unique,
  type text not null default 'business',
  use_case text,
  community_type text,
  email_domains text[] not null default '{}',
  default_role role default 'read',
  default_site id,
  sso boolean not null default false,
  ai boolean not null default false,
  invite_links boolean not null default true,
  merge_rules jsonb not null default '{"type": "none"}',
  logo_url text,
  created_at timestamptz(3) not null
);
create index organizations_email_domains on organizations using gin (email_domains);

-- A null role is a guest.
create table members (
  organization_id id not null references organizations on delete cascade deferrable,
  user_id id not null references users on delete cascade deferrable,
  role role,
  disabled boolean not null default false,
  sso boolean not null default false,
  joined_at timestamptz(3) not null,
  last_seen_at timestamptz(3),
  primary key (organization_id, user_id)
);
create index members_user on members (user_id);
create index members_joined on members (organization_id, joined_at, user_id);
create index members_seen on members (organization_id, last_seen_at, user_id);

create table teams (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  title text not null,
  created_at timestamptz(3) not null,
  unique (organization_id, id)
);

-- Whoever leaves the organization leaves its teams.
create table team_members (
  organization_id id not null,
  team_id id not null,
  user_id id not null,
  role team_role not null default 'member',
  primary key (team_id, user_id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade deferrable,
  foreign key (organization_id, user_id) references members on delete cascade deferrable
);
create index team_members_user on team_members (user_id, team_id);

-- Requests counted per caller and minute. Worth nothing after a crash, so not worth a log.
create unlogged table rate_limits (
  key text primary key,
  minute bigint not null,
  count integer not null
) with (fillfactor = 50);
