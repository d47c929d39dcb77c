-- Where paths of a space lead that no page has any more, as its repository says: the file that each leads to.

alter table git_syncs add column redirects jsonb not null default '{}';
