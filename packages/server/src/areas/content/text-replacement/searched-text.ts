import { createHash } from 'node:crypto'
import type { Page, ReusableContent, RevisionView } from '@verso/revisions'

/** A page or a reusable content, as far as words are found in it. */
export interface SearchedText {
  kind: 'page' | 'reusable-content'
  id: string
  title: string
  description: string
  document: string | null
}

/** Names a page or a reusable content. Ids of the two are given by callers, who may confuse them. */
export const getTextKey = ({ kind, id }: Pick<SearchedText, 'kind' | 'id'>): string => `${kind}/${id}`

export const describePageText = ({ id, fields, document }: Page): SearchedText => ({
  kind: 'page',
  id,
  title: fields.title,
  description: typeof fields['description'] === 'string' ? fields['description'] : '',
  document,
})

export const describeReusableText = ({ id, title, document }: ReusableContent): SearchedText => ({
  kind: 'reusable-content',
  id,
  title,
  description: '',
  document,
})

/** Differs when the title, the description or the text differs. Other fields and other pages do not matter. */
export const getTextVersion = ({ title, description, document }: SearchedText): string =>
  createHash('sha256')
    .update(JSON.stringify([title, description, document]))
    .digest('hex')
    .slice(0, 32)

/** What was searched, with its Markdown. */
export interface LoadedText {
  text: SearchedText
  markdown: string | undefined
}

/** Reads pages and reusable contents of a revision. The result omits those that do not exist. */
export async function loadTexts(
  view: RevisionView,
  targets: readonly Pick<SearchedText, 'kind' | 'id'>[],
): Promise<Map<string, LoadedText>> {
  const pages = await view.getPages(targets.flatMap(({ kind, id }) => (kind === 'page' ? id : [])))
  const texts = [...pages.values()].map(describePageText)
  for (const { kind, id } of targets) {
    const content = kind === 'reusable-content' ? await view.findReusableContent(id) : undefined
    if (content) texts.push(describeReusableText(content))
  }
  const markdowns = await view.getDocuments(texts.flatMap(({ document }) => document ?? []))
  return new Map(
    texts.map((text) => {
      const markdown = text.document === null ? undefined : markdowns.get(text.document)
      return [getTextKey(text), { text, markdown }]
    }),
  )
}
