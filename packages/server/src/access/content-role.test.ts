import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../common/ids.ts'
import { type Database, sql, type Transaction } from '../database/database.ts'
import { createTestDatabase } from '../testing/database.ts'
import { contentRoles, viewerRoles } from './content-role.ts'
import { type DefaultLevel, type MemberRole, type Role, roles } from './roles.ts'
import { collectionRole, siteRole, spaceRole } from './subjects.ts'
import { knownViewerRoles, readViewerAccess } from './viewer-access.ts'

/**
 * The rule written down a second time, as the words of the specification have it, to hold the SQL against: what
 * a person may do at some place is decided by the nearest level that says something.
 */
interface Level {
  defaultLevel: DefaultLevel
  /** What was granted here to the person, and to each team of theirs. */
  toPerson: Role | null
  toTeams: Role[]
}

function expectedRole(memberRole: MemberRole, levels: Level[], sites: Level[] = []): Role | null {
  if (memberRole === 'admin') return 'admin'
  const [nearest, ...above] = levels
  // The sites that show a space are one level, right above it, of which only grants count.
  const together: Level = {
    defaultLevel: 'inherit',
    toPerson: strongest(sites.flatMap(({ toPerson }) => toPerson ?? [])),
    toTeams: sites.flatMap(({ toTeams }) => toTeams),
  }
  const isShown = nearest?.defaultLevel === 'inherit' && sites.length > 0
  for (const { toPerson, toTeams, defaultLevel } of [
    ...(nearest ? [nearest] : []),
    ...(isShown ? [together] : []),
    ...above,
  ]) {
    if (toPerson !== null) return toPerson
    if (toTeams.length > 0) return strongest(toTeams)
    const isGuest = memberRole === null
    if (!isGuest && defaultLevel !== 'inherit') return defaultLevel
  }
  return memberRole
}

const strongest = (grantedRoles: Role[]): Role | null =>
  roles.findLast((role) => grantedRoles.includes(role)) ?? null

const role = fc.constantFrom(...roles)
const level = fc.record({
  defaultLevel: fc.oneof({ weight: 3, arbitrary: fc.constant('inherit' as const) }, fc.option(role)),
  toPerson: fc.option(role, { freq: 3 }),
  toTeams: fc.array(role, { maxLength: 3 }),
})
const situation = fc.record({
  memberRole: fc.option(role),
  // The space, then the collections above it.
  levels: fc.array(level, { minLength: 1, maxLength: 4 }),
  // The sites that show the space.
  sites: fc.array(level, { maxLength: 2 }),
  // Grants to people and teams that have nothing to do with the person must not count.
  strangers: fc.array(role, { maxLength: 2 }),
})
type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function build(tx: Transaction, { memberRole, levels, sites, strangers }: Situation) {
  const now = new Date()
  const [organization, person, stranger] = [newId(), newId(), newId()]
  await tx.execute(
    sql`insert into organizations (id, title, created_at) values (${organization}, 'O', ${now})`,
  )
  for (const id of [person, stranger]) {
    await tx.execute(sql`
      insert into users (id, display_name, email, created_at) values (${id}, 'U', ${`${id}@example.com`}, ${now})`)
    await tx.execute(sql`
      insert into members (organization_id, user_id, role, joined_at)
      values (${organization}, ${id}, ${id === person ? memberRole : 'read'}, ${now})`)
  }
  type Column = 'space_id' | 'collection_id' | 'site_id'
  const grant = async (column: Column, content: string, to: object, granted: Role) => {
    const { userId = null, teamId = null } = to as { userId?: string; teamId?: string }
    await tx.execute(sql`
      insert into grants (organization_id, space_id, collection_id, site_id, user_id, team_id, role, created_at)
      values (${organization}, ${column === 'space_id' ? content : null},
        ${column === 'collection_id' ? content : null}, ${column === 'site_id' ? content : null},
        ${userId}, ${teamId}, ${granted}, ${now})`)
  }
  const grantAll = async (column: Column, content: string, { toPerson, toTeams }: Level) => {
    if (toPerson !== null) await grant(column, content, { userId: person }, toPerson)
    for (const granted of toTeams) await grant(column, content, { teamId: await team(person) }, granted)
    for (const granted of strangers) await grant(column, content, { teamId: await team(stranger) }, granted)
    if (strangers[0]) await grant(column, content, { userId: stranger }, strangers[0])
  }
  const team = async (memberId: string) => {
    const id = newId()
    await tx.execute(sql`
      insert into teams (id, organization_id, title, created_at) values (${id}, ${organization}, 'T', ${now})`)
    await tx.execute(sql`
      insert into team_members (organization_id, team_id, user_id) values (${organization}, ${id}, ${memberId})`)
    return id
  }

  // From the top down: each collection needs the path of the one above it.
  const path: string[] = []
  let contentId = ''
  for (const [index, level] of levels.toReversed().entries()) {
    const { defaultLevel } = level
    const isSpace = index === levels.length - 1
    const parent = path[0] ?? null
    contentId = newId()
    if (isSpace) {
      const revision = newId()
      await tx.execute(sql`
        with s as (
          insert into spaces (
            id, organization_id, parent_id, title, default_level, revision_id, rank, created_at, updated_at
          ) values (
            ${contentId}, ${organization}, ${parent}, 'S', ${defaultLevel}, ${revision}, ${contentId}, ${now}, ${now}
          )
        ) insert into revisions (id, space_id, root, created_at)
        select ${revision}, ${contentId}, hash, ${now} from objects limit 1`)
    } else {
      path.unshift(contentId)
      await tx.execute(sql`
        insert into collections (id, organization_id, parent_id, path, title, default_level, rank, created_at)
        values (
          ${contentId}, ${organization}, ${parent}, ${path}, 'C', ${defaultLevel}, ${contentId}, ${now}
        )`)
    }
    await grantAll(isSpace ? 'space_id' : 'collection_id', contentId, level)
  }
  const siteIds: string[] = []
  for (const site of sites) {
    const id = newId()
    siteIds.push(id)
    await tx.execute(sql`
      insert into sites (
        id, organization_id, type, title, basename, visibility, default_level, created_at, updated_at
      ) values (
        ${id}, ${organization}, 'basic', 'Site', ${id}, 'public', ${site.defaultLevel}, ${now}, ${now}
      )`)
    await tx.execute(sql`
      insert into site_spaces (id, organization_id, site_id, space_id, path, is_default, rank, created_at)
      values (${newId()}, ${organization}, ${id}, ${contentId}, 'shown', true, ${id}, ${now})`)
    await grantAll('site_id', id, site)
  }
  // From the space up.
  return { organization, person, contents: [contentId, ...path], siteIds }
}

class Done extends Error {}

test('the role on a space, a collection and a site is that of the specification', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (example) => {
      // Each situation is built in a transaction that never ends well: nothing of it stays.
      const check = database.transaction(async (tx) => {
        const { organization, person, contents, siteIds } = await build(tx, example)
        const [spaceId, parentId] = contents
        const onSpace = await tx.row<{ role: Role | null }>(sql`
          select ${spaceRole} as role from spaces s
          join members m on m.organization_id = s.organization_id and m.user_id = ${person}
          where s.id = ${spaceId ?? ''}`)
        expect(onSpace?.role).toBe(expectedRole(example.memberRole, example.levels, example.sites))

        for (const [index, site] of example.sites.entries()) {
          const onSite = await tx.row<{ role: Role | null }>(sql`
            select ${siteRole} as role from sites site
            join members m on m.organization_id = site.organization_id and m.user_id = ${person}
            where site.id = ${siteIds[index] ?? ''}`)
          expect(onSite?.role).toBe(expectedRole(example.memberRole, [site]))
        }

        const above = example.levels.slice(1)
        const onCollection = await tx.row<{ role: Role | null }>(sql`
          select ${collectionRole} as role from collections c
          join members m on m.organization_id = c.organization_id and m.user_id = ${person}
          where c.id = ${parentId ?? ''}`)
        expect(onCollection?.role ?? null).toBe(
          above.length > 0 ? expectedRole(example.memberRole, above) : null,
        )

        const list = viewerRoles(organization, { userId: person }, { spaces: sql`s` })
        const listed = await tx.row<{ role: Role | null }>(sql`
          with ${list.with ?? sql``}
          select ${list.role} as role from spaces s ${list.join} where s.id = ${spaceId ?? ''}`)
        expect(listed?.role).toBe(onSpace?.role)

        const access = await readViewerAccess(tx, organization, {
          userId: person,
          memberRole: example.memberRole,
        })
        const known = knownViewerRoles(access, sql`s`)
        const asKnown = await tx.row<{ role: Role | null }>(sql`
          ${known.with ? sql`with ${known.with}` : sql``}
          select ${known.role} as role from spaces s ${known.join} where s.id = ${spaceId ?? ''}`)
        expect(asKnown?.role).toBe(onSpace?.role)

        const many = await tx.rows<{ id: string; role: Role | null }>(sql`
          with ${contentRoles(organization, sql`m.user_id = ${person}`)}
          select id, role from space_roles union all select id, role from collection_roles
          union all select id, role from site_roles`)
        const expected = [
          ...contents.map((id, index): [string, Role | null] => [
            id,
            expectedRole(example.memberRole, example.levels.slice(index), index === 0 ? example.sites : []),
          ]),
          ...example.sites.map((site, index): [string, Role | null] => [
            siteIds[index] ?? '',
            expectedRole(example.memberRole, [site]),
          ]),
        ]
        expect(new Map(many.map((row) => [row.id, row.role]))).toEqual(new Map(expected))
        throw new Done()
      })
      await expect(check).rejects.toBeInstanceOf(Done)
    }),
    { numRuns: 400 },
  )
})

const silent: Level = { defaultLevel: 'inherit', toPerson: null, toTeams: [] }
const words: [string, MemberRole, Level[], Role | null, Level[]?][] = [
  ['an organization admin is admin everywhere', 'admin', [{ ...silent, defaultLevel: null }], 'admin'],
  [
    'a grant to the person beats a stronger one to a team',
    'edit',
    [{ ...silent, toPerson: 'read', toTeams: ['admin'] }],
    'read',
  ],
  ['the strongest of the teams counts', 'read', [{ ...silent, toTeams: ['comment', 'review'] }], 'review'],
  [
    'a team grant beats the default level',
    'read',
    [{ ...silent, defaultLevel: 'admin', toTeams: ['read'] }],
    'read',
  ],
  [
    'a default level is for every member, whatever their own role',
    'create',
    [{ ...silent, defaultLevel: 'read' }],
    'read',
  ],
  ['no default level is no access', 'create', [{ ...silent, defaultLevel: null }], null],
  ['inherit asks the parent', 'read', [silent, { ...silent, toPerson: 'edit' }], 'edit'],
  ['at the top stands the role in the organization', 'comment', [silent, silent], 'comment'],
  ['default levels mean nothing to guests', null, [{ ...silent, defaultLevel: 'admin' }], null],
  [
    'guests have what was granted above',
    null,
    [
      { ...silent, defaultLevel: null },
      { ...silent, toTeams: ['edit'] },
    ],
    'edit',
  ],
  [
    'a grant on a site beats one on the collection',
    'read',
    [silent, { ...silent, toPerson: 'comment' }],
    'review',
    [{ ...silent, toTeams: ['review'] }],
  ],
  [
    'a grant on a site counts only for spaces that inherit',
    'read',
    [{ ...silent, defaultLevel: 'comment' }],
    'comment',
    [{ ...silent, toPerson: 'admin' }],
  ],
  [
    'of two sites, what one grants to the person beats what the other grants to a team',
    'read',
    [silent],
    'comment',
    [
      { ...silent, toTeams: ['admin'] },
      { ...silent, toPerson: 'comment' },
    ],
  ],
]

test.each(words)('%s', (_words, memberRole, levels, expected, sites = []) => {
  expect(expectedRole(memberRole, levels, sites)).toBe(expected)
})
