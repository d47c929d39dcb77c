-- These indexes began with the organization. While a table was small, PostgreSQL took them as well as the unique one to find a
-- row by organization and id, as the foreign keys of grants do, and kept that plan while the table grew: each new space was
-- then looked for among all spaces of the organization. What is in a collection is found by the collection alone, and what an
-- organization has by the unique index.
create index spaces_parent on spaces (parent_id, rank, id);
drop index spaces_order;
create index collections_parent on collections (parent_id, rank, id);
drop index collections_order;
