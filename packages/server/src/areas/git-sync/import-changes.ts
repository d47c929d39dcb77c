import type { Change, PageTree } from '@verso/revisions'
import { type LayoutContent, readOrigin } from '../../git-layout/index.ts'
import type { PreviewItem } from './preview-schema.ts'

/** Fields that say where a page came from and when, and nothing that its readers see. */
const unseenFields = new Set(['git', 'updatedAt'])

/** Names what the changes of an import do to the content, once for each page, file, reusable content and variable. */
export function listImportChanges(content: LayoutContent, changes: readonly Change[]): PreviewItem[] {
  const pages = new Map(flattenPages(content.pages).map((page) => [page.id, page]))
  const files = new Map(content.files.map((file) => [file.id, file]))
  const reusableContents = new Map(content.reusableContents.map((each) => [each.id, each]))
  const movedIds = new Set(changes.flatMap((change) => (change.type === 'move-page' ? change.id : [])))
  const items = new Map<string, PreviewItem>()
  const addPage = (change: PreviewItem['change'], id: string, name: string, fields: object = {}) => {
    const path = readOrigin({ ...pages.get(id)?.fields, ...fields })?.path
    items.set(`page ${id}`, { change, kind: 'page', name, ...(path !== undefined && { path }) })
  }
  const removePage = (page: PageTree) => {
    addPage('remove', page.id, page.fields.title)
    // A page below one that is deleted stays if it was moved away before.
    for (const child of page.pages) if (!movedIds.has(child.id)) removePage(child)
  }
  for (const change of changes) {
    switch (change.type) {
      case 'insert-page':
        addPage('add', change.id, change.fields.title, change.fields)
        break
      case 'update-page': {
        const { fields = {}, document } = change
        if (document === undefined && Object.keys(fields).every((name) => unseenFields.has(name))) break
        const title = fields['title'] ?? pages.get(change.id)?.fields.title
        addPage('change', change.id, typeof title === 'string' ? title : '', fields)
        break
      }
      case 'move-page':
        addPage('change', change.id, pages.get(change.id)?.fields.title ?? '')
        break
      case 'delete-page': {
        const page = pages.get(change.id)
        if (page) removePage(page)
        break
      }
      case 'put-file':
        items.set(`file ${change.id}`, {
          change: files.has(change.id) ? 'change' : 'add',
          kind: 'file',
          name: change.file.name,
          ...(change.file.git && { path: readOrigin(change.file)?.path ?? '' }),
        })
        break
      case 'delete-file':
        items.set(`file ${change.id}`, {
          change: 'remove',
          kind: 'file',
          name: files.get(change.id)?.name ?? '',
        })
        break
      case 'put-reusable-content':
        items.set(`reusable content ${change.id}`, {
          change: reusableContents.has(change.id) ? 'change' : 'add',
          kind: 'reusable-content',
          name: change.title,
        })
        break
      case 'delete-reusable-content':
        items.set(`reusable content ${change.id}`, {
          change: 'remove',
          kind: 'reusable-content',
          name: reusableContents.get(change.id)?.title ?? '',
        })
        break
      case 'set-variables':
        for (const [name, value] of Object.entries(change.variables)) {
          items.set(`variable ${name}`, {
            change: value === null ? 'remove' : content.variables.has(name) ? 'change' : 'add',
            kind: 'variable',
            name,
          })
        }
        break
    }
  }
  return [...items.values()]
}

const flattenPages = (pages: readonly PageTree[]): PageTree[] =>
  pages.flatMap((page) => [page, ...flattenPages(page.pages)])
