import type { FileEntry, RevisionView } from '@verso/revisions'
import type { Subjects } from '../../../access/subjects.ts'
import { NotFound } from '../../../common/errors.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { RevisionService, RevisionScope } from './service.ts'
import type { RevisionFile } from '../files/schema.ts'
import type { FileService } from '../files/service.ts'
import type { VisibleContent } from '../references/visible-content.ts'

type Space = Subjects['space']

interface ContentFileServiceDependencies {
  files: FileService
  revisions: RevisionService
}

/** Reads the files of a revision. */
export class ContentFileService {
  readonly #deps: ContentFileServiceDependencies

  constructor(deps: ContentFileServiceDependencies) {
    this.#deps = deps
  }

  /** Lists the files in the order in which they were added. Visitors get those that the text they see uses. */
  async list(space: Space, scope: RevisionScope, paging: Paging): Promise<Page<RevisionFile>> {
    const revision = await this.#deps.revisions.findRevision(space, scope)
    const view = this.#deps.revisions.openRevision(revision)
    const visible =
      scope.claims && (await this.#deps.revisions.readVisibleContent(space, revision, scope.claims))
    const page = visible ? await listVisibleFiles(view, visible, paging) : await listAllFiles(view, paging)
    return mapPage(page, (file) => this.#deps.files.present(file, scope.fileAudience))
  }

  async get(space: Space, scope: RevisionScope, fileId: string): Promise<RevisionFile> {
    const revision = await this.#deps.revisions.findRevision(space, scope)
    const file = await this.#deps.revisions.openRevision(revision).findFile(fileId)
    const isHidden =
      file &&
      scope.claims &&
      !(await this.#deps.revisions.readVisibleContent(space, revision, scope.claims)).hasFile(fileId)
    if (!file || isHidden) throw new NotFound('file', fileId)
    return this.#deps.files.present(file, scope.fileAudience)
  }
}

async function listAllFiles(view: RevisionView, { limit, from }: Paging): Promise<Page<FileEntry>> {
  const count = (await view.getCounts()).files
  if (limit === 0) return { items: [], count }
  const [key = ''] = from?.key ?? []
  const files =
    from?.direction === 'backward'
      ? await view.listFilesBefore(key, limit)
      : (await view.listFiles({ limit, ...(from && { after: key }) })).items
  const [first, last] = [files[0], files.at(-1)]
  const filesAfter = last && (await view.listFiles({ after: last.id, limit: 1 })).items
  const filesBefore = first && (await view.listFilesBefore(first.id, 1))
  return {
    items: [...files],
    count,
    ...(last && filesAfter?.length && { next: { direction: 'forward', key: [last.id] } }),
    ...(first && filesBefore?.length && { previous: { direction: 'backward', key: [first.id] } }),
  }
}

async function listVisibleFiles(
  view: RevisionView,
  visible: VisibleContent,
  { limit, from }: Paging,
): Promise<Page<FileEntry>> {
  const files = (await view.listFiles({ limit: Infinity })).items.filter(({ id }) => visible.hasFile(id))
  const [key] = from?.key ?? []
  // The file that the list continues at may have been hidden since. The list then begins again.
  const position = files.findIndex(({ id }) => id === key)
  const start = from?.direction === 'backward' ? Math.max(0, position - limit) : position + 1
  const end = from?.direction === 'backward' ? Math.max(0, position) : start + limit
  const items = files.slice(start, end)
  const [first, last] = [items[0], items.at(-1)]
  return {
    items,
    count: files.length,
    ...(last && end < files.length && { next: { direction: 'forward', key: [last.id] } }),
    ...(first && start > 0 && { previous: { direction: 'backward', key: [first.id] } }),
  }
}
