import type { Caller } from '../../../access/admission.ts'
import { hasPermission } from '../../../access/permissions.ts'
import { findAccess } from '../../../access/require-access.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Queryable, Transaction } from '../../../database/database.ts'
import type { OpenAPISpecRepository } from './repository.ts'

/**
 * Decides who sees which specs. Members with a role see all specs of their organization; everybody sees public ones. A
 * space shows a private spec to its readers once somebody who sees the spec has written it into the space. That holds
 * from then on, also when its author loses access: it is the space that shows the spec, not the author.
 */
export class SpecAccess {
  readonly #specs: OpenAPISpecRepository

  constructor(specs: OpenAPISpecRepository) {
    this.#specs = specs
  }

  /** Throws NotFound for specs that the caller may not see. For others, whether they exist is not checked. */
  async requireVisible(
    on: Queryable,
    caller: Caller,
    organizationId: string,
    slugs: readonly string[],
  ): Promise<void> {
    if (slugs.length === 0) return
    const organizations = await findAccess<'organization'>(on, caller, 'organization.viewOpenAPISpecs', [
      organizationId,
    ])
    if (organizations.length > 0) return
    const states = await this.#specs.findStates(on, { organizationId, spaceId: null }, [...slugs])
    const publicSlugs = new Set(
      states.filter(({ visibility }) => visibility === 'public').map(({ slug }) => slug),
    )
    for (const slug of slugs) if (!publicSlugs.has(slug)) throw new NotFound('OpenAPI spec', slug)
  }

  /** Lets a space show the specs that a person wrote into it, if the person sees the specs of the organization. */
  async showInSpace(
    tx: Transaction,
    spaceId: string,
    slugs: Iterable<string>,
    by: { userId: string | null; now: Date },
  ): Promise<void> {
    const newSlugs = [...new Set(slugs)]
    if (newSlugs.length === 0 || by.userId === null) return
    const role = await this.#specs.findMemberRole(tx, spaceId, by.userId)
    if (role === undefined || !hasPermission('organization.viewOpenAPISpecs', role)) return
    await this.#specs.insertShownSpecs(tx, spaceId, newSlugs, { userId: by.userId, now: by.now })
  }

  /** Lets a copy or translation of a space show what the original shows. */
  async copyShownSpecs(tx: Transaction, copy: { from: string; to: string }): Promise<void> {
    await this.#specs.copyShownSpecs(tx, copy)
  }

  /** The spaces into which somebody has written a spec, in an earlier revision or in a change request too. */
  async listSpacesWith(on: Queryable, organizationId: string, slug: string): Promise<string[]> {
    const spaceIds = await this.#specs.listSpacesWith(on, organizationId, slug)
    if (!spaceIds) throw new NotFound('OpenAPI spec', slug)
    return spaceIds
  }

  /** Finds which of some spaces may show a spec of their organization. */
  listSpacesThatShow(on: Queryable, spaceIds: readonly string[], slug: string): Promise<string[]> {
    return this.#specs.listSpacesThatShow(on, spaceIds, slug)
  }
}
