import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { type Clock, hours } from '../../../common/clock.ts'
import { Conflict, Invalid, NotFound, TooLarge } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { Prepared, type Put } from '../../../http/route.ts'
import type { Tasks } from '../../../jobs/tasks.ts'
import type { OutboundGuard } from '../../../outbound/guard.ts'
import { contentUrls, presentSpec, presentVersion } from './present.ts'
import { type Processing, type Processor, processingKey, processingTask } from './processor.ts'
import type { SpecRow } from './columns.ts'
import type { OpenAPISpecRepository, StoredVersion } from './repository.ts'
import {
  type CreateOpenAPISpec,
  largestDescription,
  type OpenAPISpec,
  type OpenAPISpecContent,
  type OpenAPISpecRawContent,
  type OpenAPISpecVersion,
  type PutOpenAPISpec,
  slugPattern,
  type Source,
  type UpdateOpenAPISpec,
} from './schema.ts'

type Organization = Subjects['organization']

/** How old what was read from an address becomes before it is read again. */
const refreshAfter = 6 * hours
const refreshedAtOnce = 200

interface OpenAPISpecServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  tasks: Tasks
  specs: OpenAPISpecRepository
  guard: OutboundGuard
  processor: Processor
}

export class OpenAPISpecService {
  readonly #deps: OpenAPISpecServiceDependencies

  constructor(deps: OpenAPISpecServiceDependencies) {
    this.#deps = deps
    this.#deps.tasks.handle<Processing>(processingTask, (task) => deps.processor.run(task))
  }

  async list(organization: Organization, paging: Paging): Promise<Page<OpenAPISpec>> {
    const page = await this.#deps.specs.list(this.#deps.database, organization.id, paging)
    return mapPage(page, (row) => presentSpec(this.#deps.urls, row, organization.role))
  }

  async get(organization: Organization, slug: string): Promise<OpenAPISpec> {
    return this.#present(this.#deps.database, organization, slug)
  }

  create(caller: Caller, organization: Organization, body: CreateOpenAPISpec): Promise<OpenAPISpec> {
    const { slug } = body
    const source = this.#source(body.source)
    return this.#deps.database.transaction(async (tx) => {
      const id = newId()
      if (
        !(await this.#deps.specs.insert(
          tx,
          { id, organizationId: organization.id, slug },
          this.#deps.clock.now(),
        ))
      ) {
        throw new Conflict(`There is an OpenAPI spec "${slug}" already.`)
      }
      await this.#start(tx, caller.userId, organization.id, id, source)
      return this.#present(tx, organization, slug)
    })
  }

  put(
    caller: Caller,
    organization: Organization,
    slug: string,
    body: PutOpenAPISpec,
  ): Promise<Put<OpenAPISpec>> {
    if (slug.length > 100 || !new RegExp(slugPattern).test(slug)) {
      throw new Invalid(`params.specSlug must match ${slugPattern} and have at most 100 characters.`)
    }
    const source = this.#source(body.source)
    return this.#deps.database.transaction(async (tx) => {
      const made = { id: newId(), organizationId: organization.id, slug }
      const created = await this.#deps.specs.insert(tx, made, this.#deps.clock.now())
      const id = await this.#deps.specs.lock(tx, organization.id, slug)
      if (id === undefined) throw new NotFound('OpenAPI spec', slug)
      await this.#start(tx, caller.userId, organization.id, id, source)
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

  /** What is being done about it is called off. */
  delete(organization: Organization, slug: string): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      const id = await this.#deps.specs.lock(tx, organization.id, slug)
      if (id === undefined) return false
      await this.#deps.tasks.cancel(tx, { key: processingKey(id) })
      await this.#deps.specs.delete(tx, id)
      await this.#deps.processor.announceChange(tx, { organizationId: organization.id, slug })
      return true
    })
  }

  async versions(
    organization: Organization,
    slug: string,
    paging: Paging,
  ): Promise<Page<OpenAPISpecVersion>> {
    const spec = await this.#find(this.#deps.database, organization.id, slug)
    const page = await this.#deps.specs.listVersions(this.#deps.database, spec.id, paging)
    return mapPage(page, (version) => presentVersion(this.#deps.urls, spec, version))
  }

  /** @param id of a version; without one, the latest. */
  async version(organization: Organization, slug: string, id?: string): Promise<OpenAPISpecVersion> {
    const spec = await this.#find(this.#deps.database, organization.id, slug)
    const wanted = id ?? spec.lastVersionId
    const version =
      wanted === null ? undefined : await this.#deps.specs.findVersion(this.#deps.database, spec.id, wanted)
    if (!version) throw noVersion(slug, id)
    return presentVersion(this.#deps.urls, spec, version)
  }

  async content(
    organization: Organization,
    slug: string,
    { id, forVisitor = false }: { id?: string; forVisitor?: boolean },
  ): Promise<Prepared<OpenAPISpecContent>> {
    const { spec, version } = await this.#read(organization.id, slug, id)
    const rest = JSON.stringify(contentUrls(this.#deps.urls, spec, version, { forVisitor }))
    return Prepared.json(`{"filesystem":${version.document},${rest.slice(1)}`)
  }

  async raw(organization: Organization, slug: string): Promise<OpenAPISpecRawContent> {
    const { version } = await this.#read(organization.id, slug, undefined)
    return { text: version.text, format: version.format }
  }

  /** The latest version of a spec that is for everyone; nothing when there is none such. */
  async published(id: string): Promise<StoredVersion | undefined> {
    const spec = await this.#deps.specs.findById(this.#deps.database, id)
    if (spec?.visibility !== 'public' || spec.lastVersionId === null) return undefined
    return this.#deps.specs.readVersion(this.#deps.database, spec.id, spec.lastVersionId)
  }

  /** Has those read again whose sources were last read long ago. */
  async refreshDue(): Promise<void> {
    const before = new Date(this.#deps.clock.now().getTime() - refreshAfter)
    await this.#deps.database.transaction(async (tx) => {
      for (const { id, organizationId } of await this.#deps.specs.lockDue(tx, before, refreshedAtOnce)) {
        await this.#process(tx, { organizationId, specId: id, data: { specId: id } })
      }
    })
  }

  async #start(
    tx: Transaction,
    userId: string,
    organizationId: string,
    specId: string,
    source: { url: string } | { text: string },
  ): Promise<void> {
    await this.#deps.specs.setSource(tx, specId, 'url' in source ? source.url : null, this.#deps.clock.now())
    const data: Processing = { specId, ...('text' in source && { text: source.text }) }
    await this.#process(tx, { organizationId, specId, userId, data })
  }

  /** In the place of what was under way: only what was asked for last counts. */
  async #process(
    tx: Transaction,
    task: { organizationId: string; specId: string; userId?: string; data: Processing },
  ): Promise<void> {
    const { specId, ...asked } = task
    const key = processingKey(specId)
    await this.#deps.tasks.cancel(tx, { key })
    const taskId = await this.#deps.tasks.start(tx, { ...asked, type: processingTask, key })
    await this.#deps.specs.setPending(tx, specId, taskId)
  }

  /** What can be judged at once is told at once. */
  #source({ url, text }: Source): { url: string } | { text: string } {
    if (url !== undefined && text === undefined) return { url: this.#deps.guard.checkUrl(url).href }
    if (text === undefined || url !== undefined) {
      throw new Invalid('body.source must have one of `url` and `text`.')
    }
    if (Buffer.byteLength(text) > largestDescription) {
      throw new TooLarge(`A description may have ${largestDescription / 2 ** 20} MiB.`)
    }
    return { text }
  }

  async #find(on: Queryable, organizationId: string, slug: string): Promise<SpecRow> {
    const row = await this.#deps.specs.find(on, organizationId, slug)
    if (!row) throw new NotFound('OpenAPI spec', slug)
    return row
  }

  async #read(
    organizationId: string,
    slug: string,
    id: string | undefined,
  ): Promise<{ spec: SpecRow; version: StoredVersion }> {
    const spec = await this.#find(this.#deps.database, organizationId, slug)
    const wanted = id ?? spec.lastVersionId
    const version =
      wanted === null ? undefined : await this.#deps.specs.readVersion(this.#deps.database, spec.id, wanted)
    if (!version) throw noVersion(slug, id)
    return { spec, version }
  }

  async #present(on: Queryable, organization: Organization, slug: string): Promise<OpenAPISpec> {
    return presentSpec(this.#deps.urls, await this.#find(on, organization.id, slug), organization.role)
  }
}

const noVersion = (slug: string, id = 'latest') => new NotFound(`version of the OpenAPI spec ${slug}`, id)
