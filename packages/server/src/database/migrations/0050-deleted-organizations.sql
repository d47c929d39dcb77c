-- An organization that was deleted is reached by nobody. A job removes what it held, step by step, and then its row.
alter table organizations add column deleted_at timestamptz(3);

-- A request that began before the deletion must not add anything afterwards: not a member, and not a space of another
-- organization, which would be removed with the others. The lock waits for a deletion that is not committed yet.
create function refuse_deleted_organization() returns trigger language plpgsql as $$
declare
  deleted timestamptz;
begin
  select deleted_at into deleted from organizations where id = new.organization_id for key share;
  if deleted is not null then
    raise exception 'the organization % has been deleted', new.organization_id using errcode = 'VE404';
  end if;
  return new;
end $$;

create trigger refuse_deleted_organization before insert or update of organization_id on members
  for each row execute function refuse_deleted_organization();
create trigger refuse_deleted_organization before insert or update of organization_id on spaces
  for each row execute function refuse_deleted_organization();
create trigger refuse_deleted_organization before insert or update of organization_id on collections
  for each row execute function refuse_deleted_organization();
create trigger refuse_deleted_organization before insert or update of organization_id on sites
  for each row execute function refuse_deleted_organization();
create trigger refuse_deleted_organization before insert or update of organization_id on invitations
  for each row execute function refuse_deleted_organization();
create trigger refuse_deleted_organization before insert or update of organization_id on invite_links
  for each row execute function refuse_deleted_organization();
create trigger refuse_deleted_organization before insert or update of organization_id on saml_providers
  for each row execute function refuse_deleted_organization();
create trigger refuse_deleted_organization before insert or update of organization_id on oidc_providers
  for each row execute function refuse_deleted_organization();
