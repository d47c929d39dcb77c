-- Visitors read only the current revision of a space, so which revisions a space has shown is no longer recorded.

drop trigger remember_main on spaces;
drop function remember_main_revision();
drop table main_revisions;
