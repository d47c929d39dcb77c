import type { Caller } from '../../../access/admission.ts'
import { requireAccess } from '../../../access/require-access.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Invalid } from '../../../common/errors.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import {
  listNodes,
  mergeSiteConfigs,
  parseSiteConfig,
  type ParsedSiteConfig,
  type SiteConfig,
  SiteConfigError,
  type SiteConfigNode,
} from '../../../git-layout/index.ts'
import type { SpaceService } from '../../content/index.ts'
import type { GitSyncSettings, SharedRepositorySync, SharingSpace } from '../../git-sync/index.ts'
import type { SiteRepository } from '../sites/repository.ts'
import type { ConditionValidator } from '../structure/condition-validator.ts'
import type { StructureEditor } from '../structure/structure-editor.ts'
import type { Structure } from '../structure/structure.ts'
import type {
  CommonConfig,
  NodeIds,
  SiteGitSyncRepository,
  SiteGitSyncRow,
  SpaceOfSite,
} from './repository.ts'
import { applyConfig, describeSite, isLanguage, matchNodes } from './structure-config.ts'

type Site = Subjects['site']

interface SiteConfigSyncDependencies {
  database: Database
  clock: Clock
  sites: SiteRepository
  syncs: SiteGitSyncRepository
  structures: StructureEditor
  conditions: ConditionValidator
  spaces: SpaceService
  sharedSync: SharedRepositorySync
}

/** What a site consists of by now, as its file says it. */
export interface DescribedSite {
  config: SiteConfig
  nodeIds: NodeIds
}

/** Keeps what a site consists of and what the file of its repository says the same. */
export class SiteConfigSync {
  readonly #deps: SiteConfigSyncDependencies

  constructor(deps: SiteConfigSyncDependencies) {
    this.#deps = deps
  }

  /** Throws Invalid with the line and the key of what is wrong. */
  parse(text: string, name: string, { projectDirectory }: { projectDirectory: string }): ParsedSiteConfig {
    try {
      return parseSiteConfig(text, { name, projectDirectory })
    } catch (error) {
      if (error instanceof SiteConfigError) throw new Invalid(error.message)
      throw error
    }
  }

  /**
   * Changes a site to what the file says, merged with what people changed in it since both were the same. Spaces that
   * the file names and the site does not have are created. Returns what the merge decided.
   */
  async applyFile(
    caller: Caller,
    siteId: string,
    state: SiteGitSyncRow,
    file: Pick<CommonConfig, 'configName' | 'configText'>,
  ): Promise<string[]> {
    const { configName, configText } = file
    if (configText === state.configText && configName === state.configName) return []
    const parsed = this.parse(configText, configName, state)
    return this.#deps.database.transaction(async (tx) => {
      const site = await requireAccess<'site'>(tx, caller, 'site.admin', siteId)
      const structure = await this.#deps.structures.lockStructure(tx, siteId)
      const spaces = await this.#deps.syncs.listSpaces(tx, siteId)
      const base = this.#parseBase(state)
      const ours = describe(site, structure, spaces, state, base)
      const { config, conflicts } = base
        ? mergeSiteConfigs({ base, ours: ours.config, theirs: parsed.config })
        : { config: parsed.config, conflicts: [] }
      const nodeIds = base ? { ...state.nodeIds, ...ours.nodeIds } : matchNodes(structure, parsed.config)
      await this.#requireConditions(tx, siteId, config, parsed.places)
      const spaceIds = await this.#prepareSpaces(tx, caller, {
        site,
        structure,
        spaces,
        state,
        config,
        nodeIds,
      })
      const allIds = await this.#deps.structures.changeStructure(tx, site, (changed) =>
        applyConfig(changed, config, nodeIds, spaceIds),
      )
      if (config.title !== site.title)
        await this.#deps.sites.update(tx, siteId, { title: config.title }, this.#deps.clock.now())
      const keys = new Set(listNodes(parsed.config.nodes).map(({ key }) => key))
      await this.#deps.syncs.setCommonConfig(tx, siteId, {
        ...file,
        nodeIds: Object.fromEntries(Object.entries(allIds).filter(([key]) => keys.has(key))),
      })
      return [...parsed.problems, ...conflicts]
    })
  }

  /**
   * Lets the spaces of a site follow it to another repository or branch. That chooses their content and where it is sent,
   * which only an admin of each of them may do.
   */
  followRepository(caller: Caller, siteId: string, state: SiteGitSyncRow): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      const spaces = await this.#deps.syncs.listSpaces(tx, siteId)
      const behind = spaces.filter(
        ({ directory, url, ref }) => directory !== null && (url !== state.url || ref !== state.ref),
      )
      if (behind.length === 0) return
      const { organizationId } = await requireAccess<'site'>(tx, caller, 'site.admin', siteId)
      const ids = behind.map(({ id }) => id)
      await this.#deps.spaces.requireAdminOfAll(tx, caller, organizationId, ids)
      for (const { id, directory } of behind) {
        const settings = createSettings(state, directory ?? '')
        await this.#deps.sharedSync.connectSpace(tx, siteId, { spaceId: id, settings })
      }
    })
  }

  /** Describes a site, and gives a directory to each space that has none yet. */
  describeAndConnect(caller: Caller, siteId: string, state: SiteGitSyncRow): Promise<DescribedSite> {
    return this.#deps.database.transaction(async (tx) => {
      const site = await requireAccess<'site'>(tx, caller, 'site.admin', siteId)
      const structure = await this.#deps.structures.lockStructure(tx, siteId)
      const spaces = await this.#deps.syncs.listSpaces(tx, siteId)
      const described = describe(site, structure, spaces, state, this.#parseBase(state))
      if (listNodes(described.config.nodes).length === 0)
        throw new Invalid('The site shows nothing yet: add a space to it first.')
      const spacesById = new Map(spaces.map((space) => [space.id, space]))
      const connected: string[] = []
      for (const { key, fields } of listNodes(described.config.nodes)) {
        const siteSpace = structure.siteSpaces.get(described.nodeIds[key] ?? '')
        const space = siteSpace && spacesById.get(siteSpace.spaceId)
        if (!space || fields.directory == null) continue
        connected.push(space.id)
        await this.#connect(tx, caller, site, state, space, fields.directory)
      }
      await this.#deps.sharedSync.disconnectOthers(tx, siteId, connected)
      return described
    })
  }

  /** The spaces that a site synchronises, each with its directory. */
  async listSharingSpaces(siteId: string, userId: string, state: SiteGitSyncRow): Promise<SharingSpace[]> {
    const spaces = await this.#deps.syncs.listSpaces(this.#deps.database, siteId)
    const connected = spaces.flatMap(({ id, directory }) => (directory === null ? [] : [{ id, directory }]))
    return connected.map(({ id, directory }) => ({
      spaceId: id,
      userId,
      settings: createSettings(state, directory),
      excludedDirectories: connected
        .map((other) => other.directory)
        .filter((other) => other !== directory && (directory === '' || other.startsWith(`${directory}/`))),
    }))
  }

  #parseBase(state: SiteGitSyncRow): SiteConfig | undefined {
    return state.configText === null || state.configName === null
      ? undefined
      : this.parse(state.configText, state.configName, state).config
  }

  async #requireConditions(
    tx: Transaction,
    siteId: string,
    config: SiteConfig,
    places: ReadonlyMap<string, string>,
  ): Promise<void> {
    const conditions = listNodes(config.nodes).flatMap(({ key, fields }): [string, string][] =>
      fields.condition === undefined
        ? []
        : [[`${places.get(key) ?? fields.title}.condition`, fields.condition]],
    )
    await this.#deps.conditions.requireAllValid(tx, siteId, conditions)
  }

  /** Finds or creates the space of each node and lets the site synchronise it with its directory. */
  async #prepareSpaces(
    tx: Transaction,
    caller: Caller,
    input: {
      site: Site
      structure: Structure
      spaces: readonly SpaceOfSite[]
      state: SiteGitSyncRow
      config: SiteConfig
      nodeIds: NodeIds
    },
  ): Promise<Map<string, string>> {
    const { site, structure, spaces, state, config, nodeIds } = input
    const spacesById = new Map(spaces.map((space) => [space.id, space]))
    const byDirectory = new Map(
      spaces.flatMap((space) => (space.directory === null ? [] : [[space.directory, space]])),
    )
    const handled = new Map<string, SpaceOfSite>()
    const spaceIds = new Map<string, string>()
    for (const node of listNodes(config.nodes)) {
      if (node.type !== 'space') continue
      const { directory = null } = node.fields
      const previous = spacesById.get(structure.siteSpaces.get(nodeIds[node.key] ?? '')?.spaceId ?? '')
      const space =
        (directory === null ? undefined : handled.get(directory)) ??
        previous ??
        (directory === null ? undefined : byDirectory.get(directory)) ??
        (await this.#createSpace(tx, caller, site, node))
      spaceIds.set(node.key, space.id)
      if (directory !== null && !handled.has(directory)) {
        handled.set(directory, space)
        await this.#connect(tx, caller, site, state, space, directory)
      }
      await this.#updateSpace(tx, caller, site, space, node)
    }
    await this.#deps.sharedSync.disconnectOthers(
      tx,
      site.id,
      Array.from(handled.values(), ({ id }) => id),
    )
    return spaceIds
  }

  async #createSpace(
    tx: Transaction,
    caller: Caller,
    site: Site,
    { fields }: SiteConfigNode,
  ): Promise<SpaceOfSite> {
    const organization = await requireAccess<'organization'>(
      tx,
      caller,
      'organization.view',
      site.organizationId,
    )
    const { id } = await this.#deps.spaces.createInTransaction(tx, caller, organization, {
      title: fields.title,
    })
    const unsynced = { directory: null, url: null, ref: null, isSyncedElsewhere: false }
    return { id, title: fields.title, language: null, ...unsynced }
  }

  /** Whoever lets a site synchronise a space chooses its content, which only an admin of the space may do. */
  async #connect(
    tx: Transaction,
    caller: Caller,
    site: Site,
    state: SiteGitSyncRow,
    space: SpaceOfSite,
    directory: string,
  ): Promise<void> {
    if (space.directory !== directory)
      await this.#deps.spaces.requireAdminOfAll(tx, caller, site.organizationId, [space.id])
    await this.#deps.sharedSync.connectSpace(tx, site.id, {
      spaceId: space.id,
      settings: createSettings(state, directory),
    })
  }

  /** Gives a space the title and the language that the file has for it. */
  async #updateSpace(
    tx: Transaction,
    caller: Caller,
    site: Site,
    space: SpaceOfSite,
    { fields }: SiteConfigNode,
  ): Promise<void> {
    const { title, language } = fields
    const newLanguage =
      language !== undefined && isLanguage(language) && language !== space.language ? language : undefined
    if (title === space.title && newLanguage === undefined) return
    const [subject] = await this.#deps.spaces.requireAdminOfAll(tx, caller, site.organizationId, [space.id])
    if (!subject) return
    await this.#deps.spaces.updateInTransaction(tx, subject, {
      title,
      ...(newLanguage !== undefined && { language: newLanguage }),
    })
  }
}

const describe = (
  site: Site,
  structure: Structure,
  spaces: readonly SpaceOfSite[],
  { nodeIds, projectDirectory }: SiteGitSyncRow,
  base: SiteConfig | undefined,
): DescribedSite =>
  describeSite({
    title: site.title,
    structure,
    spaces: new Map(spaces.map((space) => [space.id, space])),
    base,
    nodeIds,
    projectDirectory,
  })

/** The settings of a space in the repository of its site. */
const createSettings = (
  { url, ref, provider, treeUrl, commitUrl }: SiteGitSyncRow,
  projectDirectory: string,
): GitSyncSettings => ({
  url,
  ref,
  projectDirectory,
  provider: provider ?? undefined,
  treeUrl: treeUrl ?? undefined,
  commitUrl: commitUrl ?? undefined,
})
