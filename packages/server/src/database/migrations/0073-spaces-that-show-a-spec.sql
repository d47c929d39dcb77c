-- Where a spec is used is asked of the spec, not of a space.
create index shown_specs_spec on shown_specs (spec, space_id);
