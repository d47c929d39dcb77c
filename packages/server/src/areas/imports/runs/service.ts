import { posix } from 'node:path'
import { applyChanges } from '@verso/revisions'
import type { Caller } from '../../../access/admission.ts'
import { hasPermission } from '../../../access/permissions.ts'
import { requireAccess } from '../../../access/require-access.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, Forbidden, Invalid, NotFound, Unavailable } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { RunningTask, Tasks } from '../../../jobs/tasks.ts'
import {
  AuthorizedMain,
  type ChangeRequestService,
  type FileService,
  type MainBranch,
  type RevisionStore,
} from '../../content/index.ts'
import { type AssembledImport, countResources } from '../collector/assemble.ts'
import {
  type ContentCollector,
  type ImportPart,
  MAX_WAITING_IMPORTS,
} from '../collector/content-collector.ts'
import { importLimits } from '../sources/source.ts'
import { presentImportRun } from './present.ts'
import {
  type ImportRunRepository,
  type ImportRunRow,
  type ImportSubject,
  importTaskType,
} from './repository.ts'
import type { ImportReport, ImportRun, ListImportRuns, StartImportRun } from './schema.ts'

type Organization = Subjects['organization']

/** The data of the task of an import. It is stored with the task, so its field names must stay. */
interface ImportTaskData {
  parts: ImportPart[]
  changeRequest?: string
}

type ImportTask = RunningTask<ImportTaskData>

interface ImportRunServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  tasks: Tasks
  runs: ImportRunRepository
  collector: ContentCollector
  revisionStore: RevisionStore
  main: MainBranch
  changeRequests: ChangeRequestService
  files: FileService
}

/** Imports as jobs: they can be watched and canceled, and what they did can be read afterwards. */
export class ImportRunService {
  readonly #deps: ImportRunServiceDependencies

  constructor(deps: ImportRunServiceDependencies) {
    this.#deps = deps
    deps.tasks.handle<ImportTaskData>(importTaskType, (task) => this.#run(task))
  }

  async list(
    caller: Caller,
    organization: Organization,
    filter: ListImportRuns,
    paging: Paging,
  ): Promise<Page<ImportRun>> {
    const { database, runs, urls } = this.#deps
    const viewer = { userId: caller.userId, memberRole: organization.role }
    const page = await runs.listRuns(database, organization.id, filter, viewer, paging)
    return mapPage(page, (row) => presentImportRun(urls, row))
  }

  async get(caller: Caller, organization: Organization, id: string): Promise<ImportRun> {
    return presentImportRun(this.#deps.urls, await this.#find(this.#deps.database, caller, organization, id))
  }

  start(caller: Caller, organization: Organization, { source, target }: StartImportRun): Promise<ImportRun> {
    const parts = this.#listParts(source)
    for (const { url } of parts) this.#deps.collector.checkUrl(url)
    return this.#deps.database.transaction(async (tx) => {
      const changeRequest = await this.#requireTarget(tx, caller, organization, target)
      const key = `import:${organization.id}`
      if ((await this.#deps.tasks.countPending(tx, key)) >= MAX_WAITING_IMPORTS) {
        throw new Unavailable(
          `${MAX_WAITING_IMPORTS} imports of your organization are waiting. Try again in a minute.`,
        )
      }
      const id = await this.#deps.tasks.start(tx, {
        organizationId: organization.id,
        spaceId: target.space,
        userId: caller.userId,
        type: importTaskType,
        // One after another for each organization, so that one that imports much does not hold up the others.
        key,
        data: { parts, ...changeRequest } satisfies ImportTaskData,
        subject: { source: this.#describeSource(source), ...changeRequest } satisfies ImportSubject,
      })
      return presentImportRun(this.#deps.urls, await this.#find(tx, caller, organization, id))
    })
  }

  cancel(caller: Caller, organization: Organization, id: string): Promise<ImportRun> {
    return this.#deps.database.transaction(async (tx) => {
      const { role } = await this.#find(tx, caller, organization, id)
      if (!hasPermission('space.edit', role)) {
        throw new Forbidden('You need the role `edit` in the space to cancel this import.')
      }
      if (!(await this.#deps.tasks.cancelTask(tx, id))) {
        throw new Conflict('This import has ended already, and cannot be canceled.')
      }
      return presentImportRun(this.#deps.urls, await this.#find(tx, caller, organization, id))
    })
  }

  /** Checks first what is checked again when the import is saved, so that nobody waits for one that cannot be saved. */
  async #requireTarget(
    tx: Transaction,
    caller: Caller,
    organization: Organization,
    { space: spaceId, changeRequest }: StartImportRun['target'],
  ): Promise<{ changeRequest?: string }> {
    const space = await requireAccess<'space'>(tx, caller, 'space.edit', spaceId)
    if (space.organizationId !== organization.id) throw new NotFound('space', spaceId)
    if (changeRequest !== undefined) {
      return { changeRequest: (await this.#deps.changeRequests.lockEditable(tx, space, changeRequest)).id }
    }
    const locked = await this.#deps.main.lock(tx, spaceId)
    AuthorizedMain.forDirectChange(locked, { userId: caller.userId, role: space.role })
    return {}
  }

  #listParts(source: StartImportRun['source']): ImportPart[] {
    if (source.type !== 'file') return [{ source: source.type, url: source.url }]
    return source.files.map((url, index) => {
      if (!this.#deps.files.isOwnUrl(url)) {
        throw new Invalid(`body.source.files.${index} is not the address of an uploaded file.`)
      }
      return { source: source.format ?? guessFormat(url, index), url }
    })
  }

  #describeSource(source: StartImportRun['source']): ImportSubject['source'] {
    if (source.type === 'file') {
      const { type, files, format } = source
      return { type, files: files.map(getFileName), ...(format && { format }) }
    }
    return { type: source.type, url: this.#describeResource(source.url) }
  }

  /** What people are told instead of an address: nothing that opens an uploaded file, and no password. */
  #describeResource(resource: string): string {
    if (this.#deps.files.isOwnUrl(resource)) return getFileName(resource)
    const url = /^https?:/.test(resource) ? URL.parse(resource) : null
    if (!url || (url.username === '' && url.password === '')) return resource
    url.username = ''
    url.password = ''
    return url.href
  }

  async #run(task: ImportTask): Promise<void> {
    const { organizationId, spaceId, userId, data, signal } = task
    if (spaceId === null || userId === null) {
      throw new Invalid('The space, or the user who started this, no longer exists.')
    }
    const assembled = await this.#deps.collector.collect(organizationId, data.parts, {
      signal,
      onProgress: (step, done, total) => task.progress(done, total, step),
    })
    await task.progress(0, 1, 'save')
    // The token that started it may be gone. What counts is what its owner may do now.
    const caller: Caller = { userId, tokenId: '' }
    if (data.changeRequest === undefined) await this.#saveIntoSpace(task, caller, spaceId, assembled)
    else await this.#saveIntoChangeRequest(task, caller, spaceId, data.changeRequest, assembled)
  }

  #saveIntoSpace(task: ImportTask, caller: Caller, spaceId: string, assembled: AssembledImport) {
    return this.#deps.database.transaction(async (tx) => {
      const locked = await this.#deps.main.lock(tx, spaceId)
      const { role } = await requireAccess<'space'>(tx, caller, 'space.edit', spaceId)
      const authorized = AuthorizedMain.forDirectChange(locked, { userId: caller.userId, role })
      const reader = this.#deps.revisionStore.objects.createReader(tx)
      const content = await applyChanges(reader, locked.revision.root, assembled.changes)
      await this.#deps.main.commitChange(tx, authorized, content, {
        userId: caller.userId,
        now: this.#deps.clock.now(),
        origin: 'import',
      })
      await this.#deps.main.setSummaryHeading(tx, spaceId, assembled.summaryHeading)
      await task.complete(tx, this.#createReport(assembled))
    })
  }

  async #saveIntoChangeRequest(
    task: ImportTask,
    caller: Caller,
    spaceId: string,
    changeRequestId: string,
    assembled: AssembledImport,
  ): Promise<void> {
    const space = await requireAccess<'space'>(this.#deps.database, caller, 'space.edit', spaceId)
    await this.#deps.changeRequests.updateHead(caller, space, changeRequestId, async (tx, head) => {
      const reader = this.#deps.revisionStore.objects.createReader(tx)
      const content = await applyChanges(reader, head.root, assembled.changes)
      await task.complete(tx, this.#createReport(assembled))
      return content
    })
    // It is written after the change request was unlocked: whoever locks both locks the space first.
    await this.#deps.main.setSummaryHeading(this.#deps.database, spaceId, assembled.summaryHeading)
  }

  #createReport(assembled: AssembledImport): ImportReport {
    return {
      importedResources: assembled.imported,
      totalResources: countResources(assembled),
      failures: assembled.failures.slice(0, importLimits.failures).map(({ resource, reason }) => ({
        resource: this.#describeResource(resource),
        reason,
      })),
      pages: assembled.pages.map(({ id, title, type, resource }) => {
        const name = resource === undefined ? undefined : this.#describeResource(resource)
        return {
          id,
          title,
          type,
          status: 'complete',
          ...(name !== undefined && (/^https?:/.test(name) ? { sourceURL: name } : { path: name })),
        }
      }),
    }
  }

  async #find(
    on: Queryable,
    caller: Caller,
    { id: organizationId, role }: Organization,
    id: string,
  ): Promise<ImportRunRow> {
    const viewer = { userId: caller.userId, memberRole: role }
    const row = await this.#deps.runs.findRun(on, organizationId, viewer, id)
    if (!row) throw new NotFound('import', id)
    return row
  }
}

const formatsByEnding: Record<string, ImportPart['source']> = {
  '.zip': 'zip',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdx': 'markdown',
  '.docx': 'docx',
  '.html': 'html',
  '.htm': 'html',
}

const getFileName = (url: string): string => {
  const name = posix.basename(new URL(url).pathname)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function guessFormat(url: string, index: number): ImportPart['source'] {
  const name = getFileName(url)
  const format = formatsByEnding[posix.extname(name).toLowerCase()]
  if (format) return format
  throw new Invalid(
    `body.source.files.${index}: “${name}” is neither Markdown, Word, HTML nor a zip archive. Say what it is with body.source.format.`,
  )
}
