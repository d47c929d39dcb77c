import { findAccess } from '../access/access.ts'
import { type Queryable, sql } from '../database/database.ts'

/** Content of a space that it does not show: what a change request has, or what some revision had. */
export interface Draft {
  changeRequest?: string
  revision: string
  /** The hash of the content, in hex. */
  root: string
}

/**
 * What an address inside a site names besides a place: `~/changes/{number or id}` and `~/revisions/{id}` stand behind the
 * path of the space they are of, and in front of the path of a page.
 */
export interface DraftName {
  of: 'change-request' | 'revision'
  name: string
  /** As it stands in the address, with a slash behind it. */
  path: string
}

const kinds = { changes: 'change-request', revisions: 'revision' } as const

/** What a path inside a space begins with, and what of it is left; undefined where it names no draft. */
export function draftIn(segments: readonly string[]): { draft: DraftName; rest: string[] } | undefined {
  const [mark, kind, name, ...rest] = segments
  if (mark !== '~' || name === undefined || (kind !== 'changes' && kind !== 'revisions')) return undefined
  const path = `~/${kind}/${encodeURIComponent(name)}/`
  return { draft: { of: kinds[kind], name, path }, rest }
}

/** Whether somebody may read in the organization what a space has besides what it shows. */
export async function mayReadDrafts(
  on: Queryable,
  { userId, organizationId }: { userId: string; organizationId: string },
  spaceId: string,
): Promise<boolean> {
  // They ask with no token of their own; what a preview rests on is good in the organization of its site only.
  const person = { userId, organizationId, tokenId: '' }
  return (await findAccess<'space'>(on, person, 'space.view', [spaceId])).length > 0
}

/** The draft that a preview shows; undefined when there is none, or none for whom the preview was made for. */
export async function findDraft(
  on: Queryable,
  previewer: { userId: string; organizationId: string },
  spaceId: string,
  { of, name }: DraftName,
): Promise<Draft | undefined> {
  if (!(await mayReadDrafts(on, previewer, spaceId))) return undefined
  return of === 'revision'
    ? on.row(sql`
        select r.id as revision, encode(coalesce(r.shown, r.root), 'hex') as root from revisions r
        where r.id = ${name} and r.space_id = ${spaceId}`)
    : on.row(sql`
        select c.id as "changeRequest", r.id as revision, encode(coalesce(r.shown, r.root), 'hex') as root
        from change_requests c join revisions r on r.id = c.revision_id
        where c.space_id = ${spaceId} and (c.id = ${name} or c.number::text = ${name})
        limit 1`)
}
