-- A link of the purpose `email-change` gives an account another address, when whoever is signed in to it opens the link.
alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links
  add column new_email text,
  add constraint one_time_links_purpose_check
    check (purpose in ('setup', 'sign-in', 'password-reset', 'invitation', 'email-change')),
  add constraint one_time_links_new_email check ((purpose = 'email-change') = (new_email is not null));
