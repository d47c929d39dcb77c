-- The revision of a change request that left markers in a page, by the id of the page, so that a choice can be undone.
alter table change_requests add column conflict_revisions jsonb not null default '{}';
