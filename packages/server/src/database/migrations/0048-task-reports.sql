-- What people are told of a task besides its progress: what it was started for, the step it is at, and what it did.
-- The data of a task is what its handler needs, and is deleted when it has finished.
alter table tasks
  add column subject jsonb,
  add column progress_step text,
  add column report jsonb;
