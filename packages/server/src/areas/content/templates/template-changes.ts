import { type ContentRef, mapReferences, writeMarkdown } from '@verso/markdown'
import type { Change } from '@verso/revisions'
import { Invalid } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { slugifyPageTitle } from '../../../common/slug.ts'
import { resolveRelativePath, parseOutline, type PageOutline } from './outline.ts'
import type { TemplateSource } from './library.ts'

/** The pages of a template link to what the caller has to provide as `[text](ref:name)`. */
const placeholderUrl = /^ref:(.+)$/

/** Builds the changes that insert the pages of a template, with its placeholders replaced by the given references. */
export function buildTemplateChanges(
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
  const timestamp = now.toISOString()
  const changes: Change[] = []
  const addPages = (outline: PageOutline[], parent: string | null): void => {
    for (const { title = 'Untitled', address, children } of outline) {
      const page = address === undefined ? undefined : template.pages.get(address)
      const id = (address !== undefined && ids.get(address)) || newId()
      const pageTitle = page?.title ?? title
      const { description, icon } = page?.frontMatter ?? {}
      changes.push({
        type: 'insert-page',
        id,
        parent,
        fields: {
          type: page ? 'document' : 'group',
          title: pageTitle,
          slug: slugifyPageTitle(pageTitle),
          ...(typeof description === 'string' && { description }),
          ...(typeof icon === 'string' && { icon }),
          createdAt: timestamp,
          updatedAt: timestamp,
        },
        ...(page && { document: { markdown: writePageMarkdown(template, address ?? '', ids, refs) } }),
      })
      addPages(children, id)
    }
  }
  addPages(
    parseOutline(template.summary, 'SUMMARY.md', { findPage: (path) => (ids.has(path) ? path : undefined) }),
    null,
  )
  return changes
}

function writePageMarkdown(
  template: TemplateSource,
  path: string,
  ids: ReadonlyMap<string, string>,
  refs: Readonly<Record<string, ContentRef>>,
): string {
  const page = template.pages.get(path)
  if (!page) return ''
  const document = mapReferences(page.document, (ref) => {
    if (ref.kind === 'url') return refs[placeholderUrl.exec(ref.url)?.[1] ?? ''] ?? ref
    if (ref.kind !== 'page' && ref.kind !== 'anchor') return ref
    const id = ref.page === undefined ? undefined : ids.get(resolveRelativePath(path, ref.page) ?? '')
    return id === undefined ? ref : { ...ref, page: id }
  })
  return writeMarkdown(document)
}
