-- PostgreSQL lets only one transaction with a `notify` commit at a time, and the others wait until it is on disk: that made
-- all writes that are told to other processes follow one another. The connection that writes is asked instead to notify when
-- it has committed, with a notice that `database/announcements.ts` understands. A notification can be lost that way, if the
-- process ends between the two, so whoever listens also looks from time to time without having been told.
create function announce(channel text, payload text) returns void language plpgsql as $$
begin
  raise notice using message = channel, detail = payload, errcode = 'VE100';
end $$;

-- What notifies people of some events hears of these alone, so that writing one of the others does not wake it.
create or replace function announce_events() returns trigger language plpgsql as $$
declare
  is_for_inbox boolean;
begin
  -- The types that `areas/inbox/notifier` makes notifications from.
  select bool_or(type in (
    'comment_created', 'comment_updated', 'comment_replied', 'review_requested', 'review_submitted',
    'change_request_status_updated', 'change_request_conflicted', 'job_updated'
  )) into is_for_inbox from inserted;
  if is_for_inbox is null then
    return null;
  end if;
  perform announce('verso_events', '');
  if is_for_inbox then
    perform announce('verso_inbox', '');
  end if;
  return null;
end $$;

create or replace function announce_live_change_requests() returns trigger language plpgsql as $$
begin
  perform announce('verso_live', n.id)
  from before o join after n on n.id = o.id
  where (n.revision_id, n.status) is distinct from (o.revision_id, o.status)
    and exists (select from live_pages l where l.change_request_id = n.id);
  return null;
end $$;

-- Whoever creates a space gets a grant on it in the same statement. That changes nobody's access to anything they knew before,
-- and `space_created` tells of the space: without this, everything that the creator has open would be read again.
create function record_inserted_grants() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, scope, subject_id)
  select distinct g.organization_id, 'access_changed',
    case when g.user_id is null then 'organization' else 'user' end, g.user_id
  from changed g
  where not exists (
    select from spaces s
    where s.id = g.space_id and s.created_at = g.created_at and s.xmin = pg_current_xact_id()::xid
  );
  return null;
end $$;
drop trigger record_inserted on grants;
create trigger record_inserted after insert on grants
  referencing new table as changed for each statement execute function record_inserted_grants();
