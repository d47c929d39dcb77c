import type { Subjects } from '../../../access/subjects.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Page, Paging } from '../../../database/paging.ts'
import type { RevisionService, RevisionScope } from './service.ts'
import type { RevisionFile } from '../files/schema.ts'
import type { FileService } from '../files/service.ts'

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

  /** Lists the files in the order in which they were added. */
  async list(space: Space, scope: RevisionScope, { limit, from }: Paging): Promise<Page<RevisionFile>> {
    const view = await this.#deps.revisions.createView(space, scope)
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
      items: files.map((file) => this.#deps.files.present(file)),
      count,
      ...(last && filesAfter?.length && { next: { direction: 'forward', key: [last.id] } }),
      ...(first && filesBefore?.length && { previous: { direction: 'backward', key: [first.id] } }),
    }
  }

  async get(space: Space, scope: RevisionScope, fileId: string): Promise<RevisionFile> {
    const file = await (await this.#deps.revisions.createView(space, scope)).findFile(fileId)
    if (!file) throw new NotFound('file', fileId)
    return this.#deps.files.present(file)
  }
}
