-- Collections and spaces, who was granted what on them, and the links that invite.

create type level as enum ('inherit', 'read', 'comment', 'edit', 'review', 'create', 'admin');

create table collections (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  parent_id id,
  -- From the collection itself up to the top: who asks for access reads the whole chain at once.
  path id[] not null,
  title text not null,
  description text,
  -- Null is no access.
  default_level level default 'inherit',
  rank id not null,
  created_at timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, parent_id) references collections (organization_id, id) deferrable
);
create index collections_order on collections (organization_id, parent_id, rank, id);
create index collections_path on collections using gin (path);

create table spaces (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  parent_id id,
  title text not null,
  emoji text,
  icon_url text,
  edit_mode text not null default 'live' check (edit_mode in ('live', 'locked')),
  default_level level default 'inherit',
  language text,
  merge_rules jsonb not null default '{"type": "inherit"}',
  -- The main pointer: the revision that readers see.
  revision_id id not null,
  rank id not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique (organization_id, id),
  foreign key (organization_id, parent_id) references collections (organization_id, id) deferrable
);
create index spaces_order on spaces (organization_id, parent_id, rank, id);
create index spaces_deleted on spaces (deleted_at) where deleted_at is not null;

create table revisions (
  id id primary key,
  space_id id not null references spaces on delete cascade deferrable,
  parents id[] not null default '{}',
  created_by id references users on delete set null deferrable,
  created_at timestamptz(3) not null
);
create index revisions_space on revisions (space_id, id);
alter table spaces add foreign key (revision_id) references revisions deferrable;

-- A role given on one space or collection to one person or team. It goes with any of them.
create table grants (
  organization_id id not null,
  space_id id,
  collection_id id,
  user_id id,
  team_id id,
  role role not null,
  created_at timestamptz(3) not null,
  content_id id not null generated always as (coalesce(space_id, collection_id)) stored,
  check (num_nonnulls(space_id, collection_id) = 1),
  check (num_nonnulls(user_id, team_id) = 1),
  unique (content_id, user_id),
  unique (content_id, team_id),
  foreign key (organization_id, space_id) references spaces (organization_id, id) on delete cascade deferrable,
  foreign key (organization_id, collection_id) references collections (organization_id, id) on delete cascade deferrable,
  foreign key (organization_id, user_id) references members on delete cascade deferrable,
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade deferrable
);
create index grants_organization on grants (organization_id);
create index grants_user on grants (user_id, content_id);
create index grants_team on grants (team_id, content_id);

create table invite_links (
  id id primary key,
  organization_id id not null references organizations on delete cascade deferrable,
  space_id id,
  collection_id id,
  -- What whoever follows the link gets, in the organization or on the content; null makes a guest.
  role role,
  created_at timestamptz(3) not null,
  check (num_nonnulls(space_id, collection_id) <= 1),
  foreign key (organization_id, space_id) references spaces (organization_id, id) on delete cascade deferrable,
  foreign key (organization_id, collection_id) references collections (organization_id, id) on delete cascade deferrable
);
create index invite_links_organization on invite_links (organization_id, id);
