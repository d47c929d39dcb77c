import type { Database } from '../../database/database.ts'
import { areSameStates, type SpecDescriptions } from '../openapi/index.ts'
import type { StoredSourceLoader } from './openapi-sources.ts'
import type { TextDependencies } from './page-renderer.ts'
import { type RenderContext, getSpaceScope, getSpecScope } from './site-references.ts'
import { areSameNamedUsers, findNamedUsers } from '../organizations/index.ts'

interface TextStatesDependencies {
  database: Database
  descriptions: SpecDescriptions
  sources: StoredSourceLoader
}

/** Tells whether texts are up to date that show what changes without their content. */
export class TextStates {
  readonly #deps: TextStatesDependencies

  constructor(deps: TextStatesDependencies) {
    this.#deps = deps
  }

  /** Whether the users, specs and sources that a text names are still in the same states. */
  async isCurrent(
    context: RenderContext,
    { namedUsers, specStates, sourceStates }: TextDependencies,
  ): Promise<boolean> {
    const { organizationId } = context.site.data
    if (namedUsers.size > 0) {
      const current = await findNamedUsers(this.#deps.database, organizationId, namedUsers.keys())
      if (!areSameNamedUsers(namedUsers, current)) return false
    }
    if (sourceStates.size > 0) {
      const current = await this.#deps.sources.findStates(getSpaceScope(context), sourceStates.keys())
      if (!areSameStates(sourceStates, current)) return false
    }
    if (specStates.size === 0) return true
    const current = await this.#deps.descriptions.loadStates(
      this.#deps.database,
      getSpecScope(context),
      specStates.keys(),
    )
    return areSameStates(
      specStates,
      new Map([...specStates.keys()].map((spec) => [spec, current.get(spec) ?? ''])),
    )
  }
}
