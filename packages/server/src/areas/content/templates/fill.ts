import { type ContentRef, mapReferences, writeMarkdown } from '@verso/markdown'
import type { Change } from '@verso/revisions'
import { Invalid } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { slugOf } from '../../../common/slug.ts'
import { joinPath, outlineOfList, type PageOutline } from './outline.ts'
import type { TemplateSource } from './library.ts'

/** How a template's pages name what has to be given: `[words](ref:name)`. */
const placeholder = /^ref:(.+)$/

/** The pages of a template, with what was given in the place of its placeholders. */
export function fill(
  template: TemplateSource,
  refs: Readonly<Record<string, ContentRef>>,
  now: Date,
): Change[] {
  const missing = template.contentRefs.filter(({ name }) => !Object.hasOwn(refs, name))
  if (missing.length > 0) {
    const names = missing.map(({ name, description }) => `${name} (${description})`)
    throw new Invalid(`The template "${template.id}" needs params.contentRefs: ${names.join(', ')}.`)
  }
  const ids = new Map([...template.pages.keys()].map((path) => [path, newId()]))
  const moment = now.toISOString()
  const changes: Change[] = []
  const add = (outline: PageOutline[], parent: string | null): void => {
    for (const { title = 'Untitled', address, children } of outline) {
      const page = address === undefined ? undefined : template.pages.get(address)
      const id = (address !== undefined && ids.get(address)) || newId()
      const name = page?.title ?? title
      const { description, icon } = page?.frontMatter ?? {}
      changes.push({
        type: 'insert-page',
        id,
        parent,
        fields: {
          type: page ? 'document' : 'group',
          title: name,
          slug: slugOf(name),
          ...(typeof description === 'string' && { description }),
          ...(typeof icon === 'string' && { icon }),
          createdAt: moment,
          updatedAt: moment,
        },
        ...(page && { document: { markdown: textOf(template, address ?? '', ids, refs) } }),
      })
      add(children, id)
    }
  }
  add(
    outlineOfList(template.summary, 'SUMMARY.md', { page: (path) => (ids.has(path) ? path : undefined) }),
    null,
  )
  return changes
}

function textOf(
  template: TemplateSource,
  path: string,
  ids: ReadonlyMap<string, string>,
  refs: Readonly<Record<string, ContentRef>>,
): string {
  const page = template.pages.get(path)
  if (!page) return ''
  const document = mapReferences(page.document, (ref) => {
    if (ref.kind === 'url') return refs[placeholder.exec(ref.url)?.[1] ?? ''] ?? ref
    if (ref.kind !== 'page' && ref.kind !== 'anchor') return ref
    const id = ref.page === undefined ? undefined : ids.get(joinPath(path, ref.page) ?? '')
    return id === undefined ? ref : { ...ref, page: id }
  })
  return writeMarkdown(document)
}
