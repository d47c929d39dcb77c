-- To find out whether a merge is planned in the space of an event, each event looked at all change requests of the space, merged
-- ones as well. Only those that are still open can have a plan, and most of the time there is no plan anywhere.
create or replace function announce_events() returns trigger language plpgsql as $$
declare
  is_for_inbox boolean;
begin
  -- The types that `areas/inbox/notifier` makes notifications from.
  select bool_or(type in (
    'comment_created', 'comment_updated', 'comment_replied', 'review_requested', 'review_submitted',
    'change_request_status_updated', 'change_request_conflicted', 'planned_merge_ended', 'job_updated'
  )) into is_for_inbox from inserted;
  if is_for_inbox is null then
    return null;
  end if;
  perform announce('verso_events', '');
  if is_for_inbox then
    perform announce('verso_inbox', '');
  end if;
  if exists (select from planned_merges where ended_at is null) then
    if exists (
      select from inserted e
      join change_requests cr on cr.space_id = e.subject_id and cr.status in ('draft', 'open')
      join planned_merges p on p.change_request_id = cr.id and p.ended_at is null
      where e.scope = 'space'
    ) then
      perform announce('verso_planned_merges', '');
    end if;
  end if;
  return null;
end $$;
