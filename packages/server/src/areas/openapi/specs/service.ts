import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { type Clock, hours } from '../../../common/clock.ts'
import { Conflict, Invalid, NotFound, TooLarge } from '../../../common/errors.ts'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { PreparedResponse, type PutResult } from '../../../http/route.ts'
import type { Tasks } from '../../../jobs/tasks.ts'
import type { OutboundGuard } from '../../../outbound/guard.ts'
import type { DescriptionChanges } from '../documents/compare-descriptions.ts'
import type { DescriptionReaderPool } from '../documents/description-reader.ts'
import { presentContentUrls, presentSpec, presentSpecChanges, presentSpecVersion } from './present.ts'
import {
  type ProcessingData,
  type SpecProcessor,
  makeProcessingKey,
  processingTaskType,
} from './spec-processor.ts'
import type { OpenAPISpecRow } from './columns.ts'
import type { OpenAPISpecRepository, StoredSpecVersion } from './repository.ts'
import {
  type CreateOpenAPISpec,
  MAX_DESCRIPTION_BYTES,
  type OpenAPISpec,
  type OpenAPISpecChanges,
  type OpenAPISpecContent,
  type OpenAPISpecRawContent,
  type OpenAPISpecVersion,
  type PutOpenAPISpec,
  specSlugPattern,
  type SpecSource,
  type UpdateOpenAPISpec,
} from './schema.ts'

type Organization = Subjects['organization']

/** How long after it was read a URL is read again. */
const REFRESH_INTERVAL_MS = 6 * hours
const MAX_REFRESHED_SPECS = 200

interface OpenAPISpecServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  tasks: Tasks
  specs: OpenAPISpecRepository
  guard: OutboundGuard
  processor: SpecProcessor
  readers: DescriptionReaderPool
  caches: CacheBudget
}

export class OpenAPISpecService {
  readonly #deps: OpenAPISpecServiceDependencies
  /** The documents of versions as renderers read them, in JSON, by the ids of the versions. */
  readonly #specifications: MemoryCache<string>
  /** What differs between two versions, by their ids. */
  readonly #changes: MemoryCache<DescriptionChanges>

  constructor(deps: OpenAPISpecServiceDependencies) {
    this.#deps = deps
    this.#specifications = deps.caches.create('openapi-specifications', (text) => text.length * 2)
    this.#changes = deps.caches.create(
      'openapi-changes',
      ({ operations, models }) => 1000 + (operations.length + models.length) * 300,
    )
    this.#deps.tasks.handle<ProcessingData>(processingTaskType, (task) => deps.processor.processSpec(task))
  }

  async list(organization: Organization, paging: Paging): Promise<Page<OpenAPISpec>> {
    const page = await this.#deps.specs.listSpecs(this.#deps.database, organization.id, paging)
    return mapPage(page, (row) => presentSpec(this.#deps.urls, row, organization.role))
  }

  async get(organization: Organization, slug: string): Promise<OpenAPISpec> {
    return this.#present(this.#deps.database, organization, slug)
  }

  create(caller: Caller, organization: Organization, body: CreateOpenAPISpec): Promise<OpenAPISpec> {
    const { slug } = body
    const source = this.#checkSource(body.source)
    return this.#deps.database.transaction(async (tx) => {
      const id = newId()
      if (
        !(await this.#deps.specs.insertSpec(
          tx,
          { id, organizationId: organization.id, slug },
          this.#deps.clock.now(),
        ))
      ) {
        throw new Conflict(`There is an OpenAPI spec "${slug}" already.`)
      }
      await this.#setSource(tx, caller.userId, organization.id, id, source)
      return this.#present(tx, organization, slug)
    })
  }

  put(
    caller: Caller,
    organization: Organization,
    slug: string,
    body: PutOpenAPISpec,
  ): Promise<PutResult<OpenAPISpec>> {
    if (slug.length > 100 || !new RegExp(specSlugPattern).test(slug)) {
      throw new Invalid(`params.specSlug must match ${specSlugPattern} and have at most 100 characters.`)
    }
    const source = this.#checkSource(body.source)
    return this.#deps.database.transaction(async (tx) => {
      const newSpec = { id: newId(), organizationId: organization.id, slug }
      const created = await this.#deps.specs.insertSpec(tx, newSpec, this.#deps.clock.now())
      const id = await this.#deps.specs.lockSpec(tx, organization.id, slug)
      if (id === undefined) throw new NotFound('OpenAPI spec', slug)
      await this.#setSource(tx, caller.userId, organization.id, id, source)
      return { created, value: await this.#present(tx, organization, slug) }
    })
  }

  async update(
    organization: Organization,
    slug: string,
    { visibility }: UpdateOpenAPISpec,
  ): Promise<OpenAPISpec> {
    const { id } = await this.#find(this.#deps.database, organization.id, slug)
    await this.#deps.specs.setVisibility(this.#deps.database, id, visibility, this.#deps.clock.now())
    return this.#present(this.#deps.database, organization, slug)
  }

  /** Cancels the processing of the spec, too. */
  delete(organization: Organization, slug: string): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      const id = await this.#deps.specs.lockSpec(tx, organization.id, slug)
      if (id === undefined) return false
      await this.#deps.tasks.cancel(tx, { key: makeProcessingKey(id) })
      await this.#deps.specs.deleteSpec(tx, id)
      await this.#deps.processor.notifyListeners(tx, { organizationId: organization.id, slug })
      return true
    })
  }

  async listVersions(
    organization: Organization,
    slug: string,
    paging: Paging,
  ): Promise<Page<OpenAPISpecVersion>> {
    const spec = await this.#find(this.#deps.database, organization.id, slug)
    const page = await this.#deps.specs.listVersions(this.#deps.database, spec.id, paging)
    return mapPage(page, (version) => presentSpecVersion(this.#deps.urls, spec, version))
  }

  /** @param id the id of a version; the latest version if undefined. */
  async getVersion(organization: Organization, slug: string, id?: string): Promise<OpenAPISpecVersion> {
    const spec = await this.#find(this.#deps.database, organization.id, slug)
    const versionId = id ?? spec.lastVersionId
    const version =
      versionId === null
        ? undefined
        : await this.#deps.specs.findVersion(this.#deps.database, spec.id, versionId)
    if (!version) throw makeVersionNotFound(slug, id)
    return presentSpecVersion(this.#deps.urls, spec, version)
  }

  async getContent(
    organization: Organization,
    slug: string,
    { id, forVisitor = false }: { id?: string; forVisitor?: boolean },
  ): Promise<PreparedResponse<OpenAPISpecContent>> {
    const { spec, version } = await this.#readVersion(organization.id, slug, id)
    const urlFields = JSON.stringify(presentContentUrls(this.#deps.urls, spec, version, { forVisitor }))
    const specification = await this.#readSpecification(version)
    const file = JSON.stringify({ dir: './', isEntrypoint: true, references: {}, filename: 'openapi.json' })
    const filesystem = `[${file.slice(0, -1)},"specification":${specification}}]`
    return PreparedResponse.fromJson(`{"filesystem":${filesystem},${urlFields.slice(1)}`)
  }

  /** The document of a version, with its descriptions as HTML, too. */
  async #readSpecification({ id, document }: StoredSpecVersion): Promise<string> {
    const cached = this.#specifications.get(id)
    if (cached !== undefined) return cached
    const specification = await this.#deps.readers.use((reader) => reader.addDescriptionHtml(document))
    this.#specifications.set(id, specification)
    return specification
  }

  /**
   * Compares a version with an earlier one.
   *
   * @param since the id of the earlier version; the one before if undefined.
   */
  async getChanges(
    organization: Organization,
    slug: string,
    { id, since }: { id: string; since: string | undefined },
  ): Promise<OpenAPISpecChanges> {
    const { database, specs } = this.#deps
    const { spec, version } = await this.#readVersion(organization.id, slug, id)
    const earlierId = since ?? (await specs.findEarlierVersionId(database, spec.id, version.id))
    if (earlierId === undefined) return presentSpecChanges(version.id, null, { operations: [], models: [] })
    const key = `${earlierId} ${version.id}`
    let changes = this.#changes.get(key)
    if (!changes) {
      const { version: earlier } = await this.#readVersion(organization.id, slug, earlierId)
      changes = await this.#deps.readers.use((reader) => reader.compare(earlier.document, version.document))
      this.#changes.set(key, changes)
    }
    return presentSpecChanges(version.id, earlierId, changes)
  }

  async getRawContent(organization: Organization, slug: string): Promise<OpenAPISpecRawContent> {
    const { version } = await this.#readVersion(organization.id, slug, undefined)
    return { text: version.text, format: version.format }
  }

  /** The latest version of a public spec; undefined if there is none. */
  async findPublishedVersion(id: string): Promise<StoredSpecVersion | undefined> {
    const spec = await this.#deps.specs.findSpecById(this.#deps.database, id)
    if (spec?.visibility !== 'public' || spec.lastVersionId === null) return undefined
    return this.#deps.specs.readVersion(this.#deps.database, spec.id, spec.lastVersionId)
  }

  /** The job `refresh-openapi-specs`: processes the specs again whose URLs were last read long ago. */
  async refreshStaleSpecs(): Promise<void> {
    const before = new Date(this.#deps.clock.now().getTime() - REFRESH_INTERVAL_MS)
    await this.#deps.database.transaction(async (tx) => {
      for (const { id, organizationId } of await this.#deps.specs.lockStaleSpecs(
        tx,
        before,
        MAX_REFRESHED_SPECS,
      )) {
        await this.#startProcessing(tx, { organizationId, specId: id, data: { specId: id } })
      }
    })
  }

  async #setSource(
    tx: Transaction,
    userId: string,
    organizationId: string,
    specId: string,
    source: { url: string } | { text: string },
  ): Promise<void> {
    await this.#deps.specs.setSource(tx, specId, 'url' in source ? source.url : null, this.#deps.clock.now())
    const data: ProcessingData = { specId, ...('text' in source && { text: source.text }) }
    await this.#startProcessing(tx, { organizationId, specId, userId, data })
  }

  /** Cancels the processing in progress and starts a new one: only the last request counts. */
  async #startProcessing(
    tx: Transaction,
    task: { organizationId: string; specId: string; userId?: string; data: ProcessingData },
  ): Promise<void> {
    const { specId, ...taskOptions } = task
    const key = makeProcessingKey(specId)
    await this.#deps.tasks.cancel(tx, { key })
    const taskId = await this.#deps.tasks.start(tx, { ...taskOptions, type: processingTaskType, key })
    await this.#deps.specs.setPending(tx, specId, taskId)
  }

  /** Rejects a source at once if that needs no processing. */
  #checkSource({ url, text }: SpecSource): { url: string } | { text: string } {
    if (url !== undefined && text === undefined) return { url: this.#deps.guard.checkUrl(url).href }
    if (text === undefined || url !== undefined) {
      throw new Invalid('body.source must have either `url` or `text`.')
    }
    if (Buffer.byteLength(text) > MAX_DESCRIPTION_BYTES) {
      throw new TooLarge(`A description must have at most ${MAX_DESCRIPTION_BYTES / 2 ** 20} MiB.`)
    }
    return { text }
  }

  async #find(on: Queryable, organizationId: string, slug: string): Promise<OpenAPISpecRow> {
    const row = await this.#deps.specs.findSpec(on, organizationId, slug)
    if (!row) throw new NotFound('OpenAPI spec', slug)
    return row
  }

  async #readVersion(
    organizationId: string,
    slug: string,
    id: string | undefined,
  ): Promise<{ spec: OpenAPISpecRow; version: StoredSpecVersion }> {
    const spec = await this.#find(this.#deps.database, organizationId, slug)
    const versionId = id ?? spec.lastVersionId
    const version =
      versionId === null
        ? undefined
        : await this.#deps.specs.readVersion(this.#deps.database, spec.id, versionId)
    if (!version) throw makeVersionNotFound(slug, id)
    return { spec, version }
  }

  async #present(on: Queryable, organization: Organization, slug: string): Promise<OpenAPISpec> {
    return presentSpec(this.#deps.urls, await this.#find(on, organization.id, slug), organization.role)
  }
}

const makeVersionNotFound = (slug: string, id = 'latest') =>
  new NotFound(`version of the OpenAPI spec ${slug}`, id)
