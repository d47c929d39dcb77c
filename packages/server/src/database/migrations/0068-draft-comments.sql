-- Comments that somebody writes as parts of one review. Until it is submitted nobody else sees them, so they are no rows of
-- `comments`: nothing that lists, counts or tells of comments can come upon one.
create table draft_comments (
  id id primary key,
  change_request_id id not null references change_requests on delete cascade deferrable,
  user_id id not null references users on delete cascade deferrable,
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  -- The rest is as in `comments`.
  markdown text not null,
  revision_id id not null references revisions deferrable,
  page jsonb,
  node_id text,
  node_preview text,
  quote jsonb,
  suggestion text,
  cell_record text,
  cell_definition text
);
create index draft_comments_owner on draft_comments (change_request_id, user_id, id);
create index draft_comments_user on draft_comments (user_id);
create index draft_comments_revision on draft_comments (revision_id);

-- Comments that were submitted together have a batch in common: the id of their review, if they came with one. The comment of
-- a review that says something of it as a whole has no batch.
alter table comments add column batch_id id;
create index comments_batch on comments (batch_id) where batch_id is not null;
drop index comments_review;
create index comments_review on comments (review_id);
create unique index comments_review_summary on comments (review_id) where batch_id is null;

-- One event tells of all comments of a batch.
create or replace function record_comments() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id, data)
  select s.organization_id, tg_argv[0], 'space', s.id,
    jsonb_strip_nulls(jsonb_build_object(
      'changeRequest', n.change_request_id, 'comment', case when count(*) = 1 then min(n.id) end,
      'batch', case when tg_argv[0] = 'comment_created' then min(n.batch_id) end
    ))
  from changed n join spaces s on s.id = n.space_id
  group by s.organization_id, s.id, n.change_request_id;
  return null;
end $$;
