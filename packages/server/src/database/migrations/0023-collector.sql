-- Content that no revision reaches any more is removed, a day after that was first seen.

alter table objects add column unreached_since timestamptz(3);
create index objects_unreached on objects (hash) where unreached_since is not null;

-- Removing an object asks whether a revision has it.
create index revisions_root on revisions (root);
create index revisions_shown on revisions (shown) where shown is not null;

-- Blobs that nothing names.
create table unnamed_blobs (
  blob text collate "C" primary key,
  since timestamptz(3) not null
);

-- When revisions went for good, which is what leaves content behind.
create table removals (
  removed_at timestamptz(3) not null
);
