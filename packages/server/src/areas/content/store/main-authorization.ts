import { hasPermission } from '../../../access/permissions.ts'
import type { MemberRole } from '../../../access/roles.ts'
import { Conflict, Forbidden, Invalid } from '../../../common/errors.ts'
import {
  requiresChangeRequest,
  type MergeAttempt,
  requireMergeRules,
  type StoredMergeRules,
} from './merge-rules.ts'
import type { StoredRevision } from './revision-store.ts'

/** A space whose current revision cannot change until the transaction ends. */
export interface LockedMain {
  organizationId: string
  spaceId: string
  revision: StoredRevision
  editMode: 'live' | 'locked'
  /** Those of the space, or those that it inherits. */
  mergeRules: StoredMergeRules
}

/** A person who changes the content of a space, with their role on it. */
interface MainWriter {
  userId: string
  role: MemberRole
}

/** The repository, branch and folder that a space is synchronised with, and what its links and pages show of it. */
export interface RepositoryChoice {
  /** Without credentials. */
  url: string
  ref: string
  projectDirectory: string
  provider?: string | null | undefined
  treeUrl?: string | null | undefined
  commitUrl?: string | null | undefined
}

/**
 * The ways in which the current content of a space changes.
 *
 * - `merge`: a person merges a change request, by the merge rules.
 * - `direct-change`: a person adds pages without a change request, in a space that is neither locked nor under merge rules.
 * - `new-space`: whoever creates a space gives it the content that it begins with.
 * - `git-sync`: a job brings what is in the repository that an admin of the space has chosen.
 * - `computed-update`: a job computes pages again from a source that the content names. The content itself stays.
 * - `translation-run`: a job writes into the space that exists as the translation of another.
 */
export type MainChangeReason =
  | 'merge'
  | 'direct-change'
  | 'new-space'
  | 'git-sync'
  | 'computed-update'
  | 'translation-run'

/**
 * A locked space whose content may change, and why. `MainBranch` moves nothing without one, and only the functions here
 * create one: they are the whole rule about who changes the content of a space.
 */
export class AuthorizedMain {
  readonly locked: LockedMain
  readonly reason: MainChangeReason

  private constructor(locked: LockedMain, reason: MainChangeReason) {
    this.locked = locked
    this.reason = reason
  }

  /** Throws Conflict when a merge rule is not met. */
  static forMerge(
    locked: LockedMain,
    writer: MainWriter,
    attempt: Omit<MergeAttempt, 'callerId'>,
  ): AuthorizedMain {
    requirePermission('space.merge', writer)
    requireMergeRules(locked.mergeRules, { ...attempt, callerId: writer.userId })
    return new AuthorizedMain(locked, 'merge')
  }

  /** Throws Conflict when the space is locked, or has merge rules that the writer may not bypass. */
  static forDirectChange(locked: LockedMain, writer: MainWriter): AuthorizedMain {
    requirePermission('space.edit', writer)
    if (locked.editMode === 'locked')
      throw new Conflict('This space is locked: make the change in a change request and merge that.')
    if (requiresChangeRequest(locked.mergeRules, writer.userId))
      throw new Conflict('This space has merge rules: make the change in a change request and merge that.')
    return new AuthorizedMain(locked, 'direct-change')
  }

  /** For the transaction that creates the space. Neither its edit mode nor merge rules count before it has content. */
  static forNewSpace(locked: LockedMain): AuthorizedMain {
    if (locked.revision.parents.length > 0) throw new Error(`the space ${locked.spaceId} is not new`)
    return new AuthorizedMain(locked, 'new-space')
  }

  /**
   * Throws Invalid when the space is synchronised with another repository by now than the one that the content comes
   * from. Edit mode and merge rules do not count: the rules of the repository decide what gets into it.
   */
  static forGitSync(
    locked: LockedMain,
    repositories: { configured: RepositoryChoice | undefined; used: RepositoryChoice },
  ): AuthorizedMain {
    requireConfiguredRepository(repositories.configured, repositories.used)
    return new AuthorizedMain(locked, 'git-sync')
  }

  static forComputedUpdate(locked: LockedMain): AuthorizedMain {
    return new AuthorizedMain(locked, 'computed-update')
  }

  /** @param targetSpaceId the space that the translation created. */
  static forTranslationRun(locked: LockedMain, targetSpaceId: string): AuthorizedMain {
    if (locked.spaceId !== targetSpaceId)
      throw new Error(`the space ${locked.spaceId} is not this translation`)
    return new AuthorizedMain(locked, 'translation-run')
  }

  /** Throws when a revision is not what the reason is for. Only a bug leads there. */
  requireRevision({ spaceId, root }: StoredRevision): void {
    const { locked, reason } = this
    if (spaceId !== locked.spaceId) throw new Error('the revision belongs to another space')
    if (reason === 'computed-update' && root !== locked.revision.root)
      throw new Error('an update of computed pages changes what people wrote')
  }
}

function requirePermission(permission: 'space.merge' | 'space.edit', { role }: MainWriter): void {
  if (!hasPermission(permission, role)) throw new Forbidden(`Your role does not include ${permission}.`)
}

/**
 * Who may synchronise a space with which repository: editors with the one that is configured, and only admins choose
 * one. Whoever chooses the repository chooses the content of the space, and where the content is sent.
 */
export function requireRepositoryAccess(
  role: MemberRole,
  configured: RepositoryChoice | undefined,
  chosen: RepositoryChoice,
): void {
  if (configured && isSameRepository(configured, chosen) && !changesPresentation(configured, chosen)) return
  if (hasPermission('space.admin', role)) return
  throw new Forbidden(
    configured
      ? 'This is not the repository, branch and folder that the space is synchronised with. You need the admin role to choose another.'
      : 'No repository is configured for this space. You need the admin role to choose one.',
  )
}

/** Throws Invalid unless a job works with the repository that is configured now. */
export function requireConfiguredRepository(
  configured: RepositoryChoice | undefined,
  used: RepositoryChoice,
): void {
  if (!configured) throw new Invalid('The space is no longer synchronised.')
  if (isSameRepository(configured, used)) return
  throw new Invalid(
    'The space is synchronised with another repository, branch or folder by now. Start again, and set the webhook again if there is one.',
  )
}

const isSameRepository = (a: RepositoryChoice, b: RepositoryChoice): boolean =>
  a.url === b.url && a.ref === b.ref && a.projectDirectory === b.projectDirectory

/** Whether a request changes where links to files and commits of the repository lead. What it leaves out stays. */
const changesPresentation = (configured: RepositoryChoice, chosen: RepositoryChoice): boolean =>
  (['provider', 'treeUrl', 'commitUrl'] as const).some(
    (name) => chosen[name] !== undefined && chosen[name] !== configured[name],
  )
