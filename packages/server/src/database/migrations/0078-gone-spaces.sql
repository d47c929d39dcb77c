-- A search by an admin leaves out the deleted spaces of the organization. This index has them alone.
create index spaces_gone on spaces (organization_id) where deleted_at is not null;
