import type { SiteLookup } from '../../../common/site-addresses.ts'
import { type Queryable, sql } from '../../../database/database.ts'

type BasenameLookup = Extract<SiteLookup, { by: 'basename' }>

/**
 * Where a site is now that was at an address before: under an earlier hostname of its organization, under the id of the
 * organization before it had one, or with an earlier basename. Undefined where no site was; who may see it is not checked.
 */
export async function findMovedSite(
  on: Queryable,
  { organizationName, basename, rest }: BasenameLookup,
): Promise<BasenameLookup | undefined> {
  const row = await on.row<Pick<BasenameLookup, 'organizationName' | 'basename'>>(sql`
    with named as (
      select id, 1 as preference from organizations where hostname = ${organizationName}
      union all
      select id, 2 from organizations where id = ${organizationName}
      union all
      select organization_id, 3 from old_organization_names where name = ${organizationName}
      order by preference limit 1
    )
    select coalesce(o.hostname, o.id) as "organizationName", site.basename
    from named join organizations o on o.id = named.id
    join sites site on site.id = coalesce(
      (select s.id from sites s where s.organization_id = o.id and s.basename = ${basename}),
      (select b.site_id from old_site_basenames b where b.organization_id = o.id and b.basename = ${basename})
    )`)
  if (!row || (row.organizationName === organizationName && row.basename === basename)) return undefined
  return { by: 'basename', ...row, rest }
}
