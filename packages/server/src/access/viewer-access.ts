import { type Queryable, type Sql, sql } from '../database/database.ts'
import { joinPeopleToSpaces, membersWithGrants, type Viewer, type ViewerRoles } from './content-role.ts'

/** The roles of a viewer by the id of what they are on; null is no access. */
type RolesById = Readonly<Record<string, string | null>>

/** What decides about the access of a viewer to spaces, for a request with several statements that depend on it. */
export interface ViewerAccess {
  /** In the organization. */
  role: string | null
  /** What was granted to them and their teams. */
  granted: RolesById
  /** What was granted on the sites that show a space. */
  onSites: RolesById
  /** Their roles on the collections where these are not their role in the organization. */
  decided: RolesById
}

/** The person of `ViewerAccess`, as it is read. */
interface ViewerRow {
  role: string | null
  granted: RolesById | null
  onSites: RolesById | null
  /** `id parent level`, with commas between them. */
  collections: string | null
}

const noAccess: ViewerAccess = { role: null, granted: {}, onSites: {}, decided: {} }

/** Reads what decides about the access of a viewer; undefined for an admin, who has access to everything. */
export async function readViewerAccess(
  on: Queryable,
  organizationId: string,
  { userId, memberRole }: Viewer,
): Promise<ViewerAccess | undefined> {
  if (memberRole === 'admin') return undefined
  // Deciding for each of many collections takes PostgreSQL ten times as long as sending what it would decide by.
  const row = await on.row<ViewerRow>(sql`
    with ${membersWithGrants(organizationId, sql`m.user_id = ${userId}`)}
    select asked.role::text,
      (select roles from grants_of) as granted, (select roles from site_grants_of) as "onSites",
      (
        select string_agg(c.id || ' ' || coalesce(c.parent_id, '') || ' ' || coalesce(c.default_level::text, ''), ',')
        from collections c where c.organization_id = ${organizationId}
      ) as collections
    from asked`)
  if (!row) return noAccess
  const { role } = row
  const granted = row.granted ?? {}
  const collections = new Map((row.collections?.split(',') ?? []).map(readCollection))
  return { role, granted, onSites: row.onSites ?? {}, decided: decideCollections(collections, role, granted) }
}

interface Collection {
  parentId: string
  defaultLevel: string
}

function readCollection(text: string): [id: string, Collection] {
  const [id = '', parentId = '', defaultLevel = ''] = text.split(' ')
  return [id, { parentId, defaultLevel }]
}

/** The roles on collections that are not the role in the organization: of each the nearest level that says something decides. */
function decideCollections(
  collections: ReadonlyMap<string, Collection>,
  role: string | null,
  granted: RolesById,
): RolesById {
  const roles = new Map<string, string | null>()
  const decide = (id: string, { defaultLevel }: Collection): string | null | undefined => {
    if (Object.hasOwn(granted, id)) return granted[id]
    if (role === null || defaultLevel === 'inherit') return undefined
    return defaultLevel === '' ? null : defaultLevel
  }
  for (const first of collections.keys()) {
    // From the collection up, until one has a role.
    const undecided: string[] = []
    let found: string | null | undefined
    for (let id = first; found === undefined;) {
      const collection = collections.get(id)
      found = roles.has(id) ? roles.get(id) : collection ? decide(id, collection) : role
      undecided.push(id)
      id = collection?.parentId ?? ''
    }
    for (const id of undecided) roles.set(id, found)
  }
  return Object.fromEntries([...roles].filter(([, decided]) => decided !== role))
}

/** The parts of a statement that reads spaces with the roles of a viewer, whose access was read before. */
export const knownViewerRoles = (access: ViewerAccess | undefined, spaces: Sql): ViewerRoles =>
  access
    ? {
        with: sql`people as materialized (
          select ${access.role}::role as role, ${JSON.stringify(access.granted)}::jsonb as granted,
            ${JSON.stringify(access.onSites)}::jsonb as on_sites, ${JSON.stringify(access.decided)}::jsonb as decided
        )`,
        ...joinPeopleToSpaces(spaces),
      }
    : { join: sql``, role: sql`'admin'::role`, isVisible: sql`true` }

/** Up to so many spaces are few, and so many are many. */
const FEW_SPACES = 16
const MANY_SPACES = 100

/** The spaces that a viewer sees, if they are few of many; undefined otherwise. */
export async function findFewSpaces(
  on: Queryable,
  organizationId: string,
  access: ViewerAccess,
): Promise<string[] | undefined> {
  const roles = knownViewerRoles(access, sql`s`)
  const isThere = sql`s.organization_id = ${organizationId} and s.deleted_at is null`
  const granted = [...Object.keys(access.granted), ...Object.keys(access.onSites)]
  // A guest sees nothing but what was granted. That is found by its ids, however many other spaces there are. The offset makes
  // PostgreSQL begin with these.
  const spaces =
    access.role === null
      ? sql`(
          select id from spaces where id = any(${granted}::text[])
          union
          select id from spaces where parent_id = any(${Object.keys(access.decided)}::text[])
        ) seen cross join lateral (select * from spaces where spaces.id = seen.id offset 0) s`
      : sql`spaces s`
  const row = await on.row<{ ids: string[] | null }>(sql`
    with ${roles.with ?? sql``}
    select case
      when (select count(*) from (select from spaces s where ${isThere} limit ${MANY_SPACES}) counted) = ${MANY_SPACES}
      then array(
        select s.id from ${spaces} ${roles.join} where ${isThere} and ${roles.isVisible} limit ${FEW_SPACES + 1}
      )::text[]
    end as ids`)
  const ids = row?.ids
  return ids && ids.length <= FEW_SPACES ? ids : undefined
}
