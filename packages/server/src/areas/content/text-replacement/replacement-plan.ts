import { findInText, replaceInText, type TextQuery } from '@verso/markdown'
import { setFrontMatterTexts } from '../../../git-layout/index.ts'
import {
  MAX_MARKDOWN_LENGTH,
  type PutReusableContent,
  type UpdatePage,
} from '../change-requests/content-operations.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import type { LoadedText, SearchedText } from './searched-text.ts'

const MAX_TITLE_LENGTH = 256
const MAX_DESCRIPTION_LENGTH = 1000

/** What is written on a page or a reusable content, undefined where that is nothing, or why it cannot be. */
export type PlannedUpdate = { update: UpdatePage | PutReusableContent | undefined } | { problem: string }

/** What changes of a page or a reusable content. */
interface TextChanges {
  title?: string
  description?: string
  document?: { markdown: string }
}

/** Which places are replaced, by the part of the page that they are in. */
interface ChosenPlaces {
  title: ReadonlySet<number>
  description: ReadonlySet<number>
  text: ReadonlySet<number>
}

/** Plans the update that replaces words. The text keeps all its bytes but those of the chosen places. */
export async function planReplacement(
  textWorkers: TextWorkers,
  { text, markdown }: LoadedText,
  { places, replacement, ...query }: TextQuery & { places: readonly string[]; replacement: string },
): Promise<PlannedUpdate> {
  const chosen = readPlaces(places)
  const written =
    markdown === undefined
      ? { markdown: undefined, placeCount: 0, hasTitle: false }
      : await textWorkers.replaceText({ markdown, query, indices: [...chosen.text], replacement })
  if ('problem' in written) return written
  const { title, description } = text
  const isTitleInText = isPage(text) && written.hasTitle
  const isKnown =
    hasPlaces(chosen.text, written.placeCount) &&
    hasPlaces(chosen.title, isTitleInText ? 0 : findInText(title, query).length) &&
    hasPlaces(chosen.description, findInText(description, query).length)
  if (!isKnown) return { problem: 'A place is none of those that this query finds.' }

  const newTitle = replaceInText(title, query, chosen.title, replacement)
  const newDescription = replaceInText(description, query, chosen.description, replacement)
  const changes = {
    ...(newTitle !== title && { title: newTitle }),
    ...(newDescription !== description && { description: newDescription }),
  }
  const newMarkdown =
    written.markdown && isPage(text) ? setFrontMatterTexts(written.markdown, changes) : written.markdown
  const problem = findProblem(newTitle, newDescription, newMarkdown)
  if (problem !== undefined) return { problem }
  const document =
    newMarkdown !== undefined && newMarkdown !== markdown
      ? { document: { markdown: newMarkdown } }
      : undefined
  if (Object.keys(changes).length === 0 && !document) return { update: undefined }
  return { update: createUpdate(text, { ...changes, ...document }) }
}

/** Plans the update that gives a page or a reusable content what it had earlier. */
export function planUndo({ text }: LoadedText, earlier: LoadedText | undefined): PlannedUpdate {
  if (!earlier) return { problem: 'It is not in the earlier revision.' }
  const { title, description } = earlier.text
  return {
    update: createUpdate(text, {
      ...(title !== text.title && { title }),
      ...(description !== text.description && { description }),
      ...(earlier.markdown !== undefined && { document: { markdown: earlier.markdown } }),
    }),
  }
}

function createUpdate(text: SearchedText, changes: TextChanges): UpdatePage | PutReusableContent {
  if (isPage(text)) return { operation: 'update_page', page: text.id, ...changes }
  const { title, document } = changes
  return {
    operation: 'put_reusable_content',
    reusableContent: text.id,
    ...(title !== undefined && { title }),
    ...(document && { document }),
  }
}

/** The leading heading and the front matter of a text belong to the page. In a reusable content they are text. */
const isPage = ({ kind }: SearchedText): boolean => kind === 'page'

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
  if (title.trim() === '') return 'A page must have a title, and so must a reusable content.'
  if (title.length > MAX_TITLE_LENGTH) return `A title has up to ${MAX_TITLE_LENGTH} characters.`
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    return `A description has up to ${MAX_DESCRIPTION_LENGTH} characters.`
  }
  if (markdown.length > MAX_MARKDOWN_LENGTH)
    return `A text has up to ${MAX_MARKDOWN_LENGTH} characters of Markdown.`
  return undefined
}
