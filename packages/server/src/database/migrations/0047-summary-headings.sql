-- The heading of the SUMMARY.md that a space was imported from. A repository without such a file gets one with it.
alter table spaces add column summary_heading text;
