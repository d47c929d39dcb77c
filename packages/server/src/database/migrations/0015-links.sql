-- What documents refer to, and the anchors that they have: taken out of each text once. Derived, so it is left out of
-- backups and made again where it is missing.
create table document_links (
  document bytea primary key,
  -- [[reference, key of the block it stands in], …]
  refs jsonb not null,
  anchors text[] not null
);
