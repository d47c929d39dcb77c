-- Parts of a site that visitors do not see yet, variants that its navigation does not name, and titles in other languages.
-- The type is json: it keeps the order of the languages as somebody wrote them.

alter table site_section_groups
  add column is_draft boolean not null default false,
  add column localized_title json;

alter table site_sections
  add column is_draft boolean not null default false,
  add column localized_title json,
  add column localized_description json;

alter table site_external_links
  add column localized_title json,
  add column localized_description json;

alter table site_spaces
  add column is_draft boolean not null default false,
  add column is_hidden boolean not null default false,
  add column localized_title json;
