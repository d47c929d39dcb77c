-- No process listens to what these triggers announce: caches check what they hold against the database instead. Every write
-- to a site paid for them.
drop trigger notify on sites;
drop trigger notify on site_section_groups;
drop trigger notify on site_sections;
drop trigger notify on site_spaces;
drop trigger notify on site_redirects;
drop trigger notify on site_share_links;
drop trigger notify on site_visitor_auth;
drop trigger notify on site_adaptive_schemas;
drop function notify_of_site();
