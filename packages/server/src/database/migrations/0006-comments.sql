-- Comments on a space's content, and on that of its change requests: two separate lists.

create table comments (
  id id primary key,
  space_id id not null references spaces on delete cascade deferrable,
  -- Null for a comment on the space itself.
  change_request_id id references change_requests on delete cascade deferrable,
  posted_by id references users on delete set null deferrable,
  posted_at timestamptz(3) not null,
  edited_at timestamptz(3),
  markdown text not null,
  resolved_at timestamptz(3),
  resolved_by id references users on delete set null deferrable,
  -- The content that it was posted on.
  revision_id id not null references revisions deferrable,
  -- The page as it was then, with the hash of its text: what is shown once the page is gone, and what tells
  -- whether it has changed.
  page jsonb,
  node_id text,
  node_preview text,
  cell_record text,
  cell_definition text
);
create index comments_place on comments (space_id, change_request_id, id);
create index comments_change_request on comments (change_request_id);
create index comments_posted_by on comments (posted_by);
create index comments_resolved_by on comments (resolved_by);
create index comments_revision on comments (revision_id);

create table comment_replies (
  id id primary key,
  comment_id id not null references comments on delete cascade deferrable,
  posted_by id references users on delete set null deferrable,
  posted_at timestamptz(3) not null,
  edited_at timestamptz(3),
  markdown text not null
);
create index comment_replies_comment on comment_replies (comment_id, id);
create index comment_replies_posted_by on comment_replies (posted_by);

-- Each person once per emoji.
create table comment_reactions (
  comment_id id not null references comments on delete cascade deferrable,
  emoji text not null,
  user_id id not null references users on delete cascade deferrable,
  reacted_at timestamptz(3) not null,
  primary key (comment_id, emoji, user_id)
);
create index comment_reactions_user on comment_reactions (user_id);

create table comment_reply_reactions (
  reply_id id not null references comment_replies on delete cascade deferrable,
  emoji text not null,
  user_id id not null references users on delete cascade deferrable,
  reacted_at timestamptz(3) not null,
  primary key (reply_id, emoji, user_id)
);
create index comment_reply_reactions_user on comment_reply_reactions (user_id);

-- Open comments: those of the space itself, and those of a change request.
alter table spaces add column comments integer not null default 0;
alter table change_requests add column comments integer not null default 0;
