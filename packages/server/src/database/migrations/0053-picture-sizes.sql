-- Narrower versions of pictures for published pages, by the hash of the original. Their bytes are in the file store; all of
-- it can be made again.

create table picture_sizes (
  source text collate "C" not null,
  width integer not null,
  -- Null where readers get the original: it cannot be read, it moves, or the narrower version would not be smaller.
  blob text collate "C",
  size integer,
  created_at timestamptz(3) not null,
  primary key (source, width),
  check ((blob is null) = (size is null))
);
