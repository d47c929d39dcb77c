import { type Sql, sql } from '../database/database.ts'

/**
 * Whether visitors of its site can see a site space: neither it, its section nor a group around that is a draft. The statement
 * names the site space `shown` and its section `section`.
 */
export const isLiveSiteSpace: Sql = sql`
  not shown.is_draft and section.is_draft is not true and not exists (
    with recursive around as (
      select parent_id, is_draft from site_section_groups where id = section.group_id
      union all
      select parent.parent_id, parent.is_draft
      from around join site_section_groups parent on parent.id = around.parent_id
    )
    select from around where is_draft
  )`
