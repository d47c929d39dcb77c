-- What revisions hold: objects known by the SHA-256 of their bytes, which never change and are shared by every
-- revision that has the same content.

create table objects (
  hash bytea primary key,
  bytes bytea not null,
  check (hash = sha256(bytes))
);

-- The content with nothing in it: every new space points at it.
insert into objects (hash, bytes)
select sha256(empty.bytes), empty.bytes
from (
  select convert_to(
    E'verso1 root\n{"children":null,"files":null,"pages":null,"reusableContents":null,"slugs":null,"variables":null}',
    'UTF8'
  ) as bytes
) as empty;

alter table revisions add column root bytea references objects deferrable;
update revisions set root = (select hash from objects);
alter table revisions alter column root set not null;

-- How a revision came about: edits, a merge into the space, an update from it.
alter table revisions add column type text not null default 'edits' check (type in ('edits', 'merge', 'update'));
