import { knownViewerRoles, type ViewerAccess } from '../../../access/viewer-access.ts'
import { splitIntoChunks } from '../../../common/chunks.ts'
import { type Sql, sql } from '../../../database/database.ts'
import { fromStaleSpaces, type IndexedSpace, MAX_COUNTED_SPACES, type SearchIndex } from './repository.ts'

/** The spaces that a search is about. Each part is searched by statements of its own. */
export type SearchScope = readonly ScopePart[]

export interface ScopePart {
  indexes: readonly SearchIndex[]
  /** The condition for `search_pages sp` that its space is searched. */
  includesPage: Sql
  /** The tables of a WITH clause that the condition needs. */
  tables?: Sql | undefined
  /** What holds of each space that is searched: pages of others are not returned, whatever the index has. */
  includesSpace: (space: Sql) => Sql
  /** Whether the scope has no other space than one. */
  isOneSpace: boolean
  /** Whether every page of the indexes is searched. */
  coversIndexes: boolean
  /** Whether the texts of the spaces are read instead of the indexes, where others may have the words far more often. */
  readsOwnTexts: boolean
}

/**
 * Small spaces share an index. What a search reads in it grows with all that are in it, and what it reads in the texts of some of
 * them with these: so many of them, among as many others as are counted, are not looked up in the index.
 */
const MAX_SPACES_TO_READ = 16

/** The scope of a search of some spaces. */
export function createSpacesScope(spaces: readonly IndexedSpace[]): SearchScope {
  const spacesByIndex = Map.groupBy(spaces, ({ indexId }) => indexId)
  const isOneSpace = spaces.length === 1
  const readsOwnTexts = ({ indexId }: IndexedSpace) => {
    const searchedSpaces = spacesByIndex.get(indexId) ?? []
    if (coversWholeIndex(searchedSpaces)) return false
    return (
      isOneSpace || (searchedSpaces.length <= MAX_SPACES_TO_READ && searchedSpaces.some(hasManyNeighbours))
    )
  }
  const { read = [], lookedUp = [] } = Object.groupBy(spaces, (space) =>
    readsOwnTexts(space) ? 'read' : 'lookedUp',
  )
  return [
    ...(lookedUp.length > 0 ? [createSpacesPart(lookedUp, isOneSpace, false)] : []),
    ...(read.length > 0 ? [createSpacesPart(read, isOneSpace, true)] : []),
  ]
}

function createSpacesPart(
  spaces: readonly IndexedSpace[],
  isOneSpace: boolean,
  readsOwnTexts: boolean,
): ScopePart {
  const ids = spaces.map(({ id }) => id)
  const indexes = new Map(spaces.map(({ indexId, language }) => [indexId, { id: indexId, language }]))
  const spacesByIndex = Map.groupBy(spaces, ({ indexId }) => indexId)
  return {
    indexes: [...indexes.values()],
    includesPage: isOneSpace ? sql`sp.space_id = ${ids[0]}` : sql`sp.space_id = any(${ids}::text[])`,
    includesSpace: (space) => sql`${space}.deleted_at is null`,
    isOneSpace,
    coversIndexes: spacesByIndex.values().every(coversWholeIndex),
    readsOwnTexts,
  }
}

const hasManyNeighbours = ({ spacesInIndex }: IndexedSpace): boolean => spacesInIndex >= MAX_COUNTED_SPACES

/** Whether these are all spaces of their index. */
const coversWholeIndex = (spaces: readonly IndexedSpace[]): boolean =>
  !spaces.some(hasManyNeighbours) && spaces.every(({ spacesInIndex }) => spacesInIndex === spaces.length)

/** The spaces in the indexes of an organization that are deleted, or were moved to another one and are still to be indexed there. */
const selectGoneSpaces = (organizationId: string): Sql => sql`
    select s.id from spaces s where s.organization_id = ${organizationId} and s.deleted_at is not null
    union all
    select s.id ${fromStaleSpaces}
    where s.organization_id <> ${organizationId}`

/** The scope of a search of all spaces of an organization that a viewer with this access may read. */
export function createOrganizationScope(
  organizationId: string,
  access: ViewerAccess | undefined,
  indexes: readonly SearchIndex[],
): SearchScope {
  const isThere = (space: Sql) =>
    sql`${space}.organization_id = ${organizationId} and ${space}.deleted_at is null`
  const roles = knownViewerRoles(access, sql`s`)
  // An admin sees all spaces: the few that are gone are read once, instead of the space of each page.
  const condition = access
    ? {
        tables: roles.with,
        includesPage: sql`exists (
      select from spaces s ${roles.join}
      where s.id = sp.space_id and ${isThere(sql`s`)} and ${roles.isVisible})`,
      }
    : {
        tables: sql`gone (space_id) as materialized (${selectGoneSpaces(organizationId)})`,
        includesPage: sql`sp.space_id not in (select gone.space_id from gone)`,
      }
  return [
    {
      indexes,
      ...condition,
      includesSpace: isThere,
      isOneSpace: false,
      coversIndexes: false,
      readsOwnTexts: false,
    },
  ]
}

/** The part of a scope that is in one language. */
export const filterScope = (scope: SearchScope, language: string): SearchScope =>
  scope.map((part) => ({
    ...part,
    indexes: part.indexes.filter((index) => index.language === language),
  }))

/**
 * One statement searches so many indexes, and has so many words in all. Its `tsquery` has each word once for each index,
 * and PostgreSQL compares each word with every other.
 */
const MAX_INDEXES_PER_STATEMENT = 50
const MAX_WORDS_PER_STATEMENT = 500

/** Splits a scope so that one statement can search the indexes of each part for a query of so many words. */
export function splitScope(scope: SearchScope, wordCount: number): ScopePart[] {
  const size = Math.max(
    1,
    Math.min(MAX_INDEXES_PER_STATEMENT, Math.floor(MAX_WORDS_PER_STATEMENT / wordCount)),
  )
  const parts: ScopePart[] = []
  for (const part of scope) {
    for (const indexes of splitIntoChunks(part.indexes, size)) parts.push({ ...part, indexes })
  }
  return parts
}
