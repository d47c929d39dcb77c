import type { Caller } from '../../../access/admission.ts'
import { findAccess } from '../../../access/require-access.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Database } from '../../../database/database.ts'
import type { LinkService } from '../../content/index.ts'
import type { StructureEditor } from '../structure/structure-editor.ts'
import type { SiteChecklist } from './schema.ts'

/** Reading the links of a space takes time when nobody has read them yet. */
const MAX_CHECKED_SPACES = 30

const MAX_NAMED_PAGES = 10

/** The title that a page has when nobody gave it one. */
const untitled = /^(?:untitled|\s*)$/i

interface ChecklistServiceDependencies {
  database: Database
  structures: StructureEditor
  links: LinkService
}

/** What is missing in the pages of a site, before readers find it. */
export class ChecklistService {
  readonly #deps: ChecklistServiceDependencies

  constructor(deps: ChecklistServiceDependencies) {
    this.#deps = deps
  }

  async get(caller: Caller, site: Subjects['site']): Promise<SiteChecklist> {
    const { database, structures, links } = this.#deps
    const structure = await structures.loadStructure(database, site.id)
    const shownIds = [...new Set(structure.listAllSiteSpaces().map(({ spaceId }) => spaceId))]
    const visible = new Map(
      (await findAccess<'space'>(database, caller, 'space.view', shownIds)).map((space) => [space.id, space]),
    )
    const spaces = shownIds.flatMap((id) => visible.get(id) ?? []).slice(0, MAX_CHECKED_SPACES)
    const results: SiteChecklist['spaces'] = []
    // One after another, so that a large site does not hold all connections.
    for (const space of spaces) {
      const { pages, brokenLinks } = await links.inspectContent(caller, space)
      const texts = pages.filter(({ type, isHidden }) => type === 'document' && !isHidden)
      results.push({
        id: space.id,
        title: space.title,
        pages: texts.length,
        brokenLinks,
        withoutTitle: collect(texts.filter(({ title }) => untitled.test(title))),
        withoutDescription: collect(texts.filter(({ description = '' }) => description.trim() === '')),
      })
    }
    return { object: 'site-checklist', spaces: results, unchecked: shownIds.length - spaces.length }
  }
}

const collect = (pages: readonly { id: string; title: string }[]) => ({
  count: pages.length,
  pages: pages.slice(0, MAX_NAMED_PAGES).map(({ id, title }) => ({ id, title })),
})
