-- A site claims a hostname first, and is served there once the claim is proven: by a DNS record, or because the operator
-- trusts the domain. Sites keep the hostnames that they had before, until somebody proves that a name is theirs.
alter table sites
  add column hostname_proof text check (hostname_proof in ('record', 'trusted', 'earlier')),
  add column hostname_claimed_at timestamptz(3);

update sites set hostname_proof = 'earlier', hostname_claimed_at = updated_at where hostname is not null;

alter table sites
  add constraint sites_hostname_claimed_at_check check ((hostname is null) = (hostname_claimed_at is null)),
  add constraint sites_hostname_proof_needs_hostname check (hostname is not null or hostname_proof is null);
