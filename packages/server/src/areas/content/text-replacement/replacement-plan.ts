import { findInText, replaceInText, type TextQuery } from '@verso/markdown'
import type { Page } from '@verso/revisions'
import { setFrontMatterTexts } from '../../../git-layout/index.ts'
import { MAX_MARKDOWN_LENGTH, type UpdatePage } from '../change-requests/content-operations.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import { getDescription } from './page-version.ts'

const MAX_TITLE_LENGTH = 256
const MAX_DESCRIPTION_LENGTH = 1000

/** What is written on a page, undefined where that is nothing, or why it cannot be. */
export type PlannedUpdate = { update: UpdatePage | undefined } | { problem: string }

/** Which places of a page are replaced, by the part of the page that they are in. */
interface ChosenPlaces {
  title: ReadonlySet<number>
  description: ReadonlySet<number>
  text: ReadonlySet<number>
}

/** Plans the update that replaces words of a page. The text keeps all its bytes but those of the chosen places. */
export async function planReplacement(
  textWorkers: TextWorkers,
  { id, fields }: Page,
  markdown: string | undefined,
  { places, replacement, ...query }: TextQuery & { places: readonly string[]; replacement: string },
): Promise<PlannedUpdate> {
  const chosen = readPlaces(places)
  const written =
    markdown === undefined
      ? { markdown: undefined, placeCount: 0, hasTitle: false }
      : await textWorkers.replaceText({ markdown, query, indices: [...chosen.text], replacement })
  if ('problem' in written) return written
  const description = getDescription(fields)
  const isKnown =
    hasPlaces(chosen.text, written.placeCount) &&
    hasPlaces(chosen.title, written.hasTitle ? 0 : findInText(fields.title, query).length) &&
    hasPlaces(chosen.description, findInText(description, query).length)
  if (!isKnown) return { problem: 'A place is none of those that this query finds.' }

  const newTitle = replaceInText(fields.title, query, chosen.title, replacement)
  const newDescription = replaceInText(description, query, chosen.description, replacement)
  const changes = {
    ...(newTitle !== fields.title && { title: newTitle }),
    ...(newDescription !== description && { description: newDescription }),
  }
  const newMarkdown = written.markdown && setFrontMatterTexts(written.markdown, changes)
  const problem = findProblem(newTitle, newDescription, newMarkdown)
  if (problem !== undefined) return { problem }
  const document =
    newMarkdown !== undefined && newMarkdown !== markdown
      ? { document: { markdown: newMarkdown } }
      : undefined
  if (Object.keys(changes).length === 0 && !document) return { update: undefined }
  return { update: { operation: 'update_page', page: id, ...changes, ...document } }
}

/** Plans the update that gives a page the texts that it had earlier. */
export function planUndo(
  { id, fields }: Page,
  earlier: { page: Page; markdown: string | undefined } | undefined,
): PlannedUpdate {
  if (!earlier) return { problem: 'The page is not in the earlier revision.' }
  const { page, markdown } = earlier
  const description = getDescription(page.fields)
  return {
    update: {
      operation: 'update_page',
      page: id,
      ...(page.fields.title !== fields.title && { title: page.fields.title }),
      ...(description !== getDescription(fields) && { description }),
      ...(markdown !== undefined && { document: { markdown } }),
    },
  }
}

function readPlaces(places: readonly string[]): ChosenPlaces {
  const listPart = (part: string): Set<number> =>
    new Set(
      places.flatMap((place) => (place.startsWith(`${part}.`) ? [Number(place.slice(part.length + 1))] : [])),
    )
  return { title: listPart('title'), description: listPart('description'), text: listPart('text') }
}

const hasPlaces = (indices: ReadonlySet<number>, count: number): boolean =>
  [...indices].every((index) => index < count)

function findProblem(title: string, description: string, markdown = ''): string | undefined {
  if (title.trim() === '') return 'A page must have a title.'
  if (title.length > MAX_TITLE_LENGTH) return `A title has up to ${MAX_TITLE_LENGTH} characters.`
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    return `A description has up to ${MAX_DESCRIPTION_LENGTH} characters.`
  }
  if (markdown.length > MAX_MARKDOWN_LENGTH)
    return `A text has up to ${MAX_MARKDOWN_LENGTH} characters of Markdown.`
  return undefined
}
