import { findAccess } from '../access/require-access.ts'
import type { Queryable } from '../database/database.ts'
import { AudienceRepository, type Draft } from './repository.ts'

/**
 * The part of a site's URL that names a draft: `~/changes/{number or id}` and `~/revisions/{id}` follow the path of a
 * space and precede the path of a page.
 */
export interface DraftReference {
  kind: 'change-request' | 'revision'
  name: string
  /** The segments as the URL has them, with a slash at the end. */
  path: string
}

const kinds = { changes: 'change-request', revisions: 'revision' } as const

const repository = new AudienceRepository()

/** The draft that a path inside a space begins with, and the segments after it; undefined when it names none. */
export function parseDraftPath(
  segments: readonly string[],
): { draft: DraftReference; rest: string[] } | undefined {
  const [mark, kind, name, ...rest] = segments
  if (mark !== '~' || name === undefined || (kind !== 'changes' && kind !== 'revisions')) return undefined
  const path = `~/${kind}/${encodeURIComponent(name)}/`
  return { draft: { kind: kinds[kind], name, path }, rest }
}

/** Whether a user may read drafts of a space, as a member of the organization. */
export async function canReadDrafts(
  on: Queryable,
  { userId, organizationId }: { userId: string; organizationId: string },
  spaceId: string,
): Promise<boolean> {
  // A preview carries no access token, and it is valid only in the organization of its site.
  const caller = { userId, organizationId, tokenId: '' }
  return (await findAccess<'space'>(on, caller, 'space.view', [spaceId])).length > 0
}

/** The draft that a preview shows; undefined when there is none, or when the previewer may not read it. */
export async function findDraft(
  on: Queryable,
  previewer: { userId: string; organizationId: string },
  spaceId: string,
  { kind, name }: DraftReference,
): Promise<Draft | undefined> {
  if (!(await canReadDrafts(on, previewer, spaceId))) return undefined
  return kind === 'revision'
    ? repository.findRevision(on, spaceId, name)
    : repository.findChangeRequest(on, spaceId, name)
}
