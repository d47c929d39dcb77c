-- When a share link stops to open its site. Null for never.
alter table site_share_links add column expires_at timestamptz(3);
