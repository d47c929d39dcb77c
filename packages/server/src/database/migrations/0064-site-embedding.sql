-- The websites that may show a site in a frame.

alter table sites add column embed_origins text[] not null default '{}';
