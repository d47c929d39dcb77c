-- People whose account the invitation made: they are members already, and what is pending is their first sign-in.
alter table invitations add column first_sign_in boolean not null default false;

-- Whether somebody else has typed the address, and no mail to it was answered yet. Such an address proves nothing.
alter table users add column email_unproven boolean not null default false;
update users u set email_unproven = true
where u.first_signed_in_at is null and not u.managed
  and not exists (select from tokens t where t.user_id = u.id)
  and not exists (select from passwords p where p.user_id = u.id);

-- Limits of an invite link: how often, until when, and for which e-mail domains (none means all).
alter table invite_links
  add column max_uses integer check (max_uses > 0),
  add column uses integer not null default 0,
  add column expires_at timestamptz(3),
  add column email_domains text[] not null default '{}';

-- A link of the purpose `invitation` may be for an account that is made when it is used, and joins by an invite link.
alter table one_time_links
  alter column user_id drop not null,
  add column email text,
  add column invite_link_id id references invite_links on delete cascade deferrable,
  add column mailed boolean not null default false,
  add constraint one_time_links_account_or_address check ((user_id is null) = (email is not null)),
  add constraint one_time_links_address_joins check (email is null or (purpose = 'invitation' and invite_link_id is not null));
