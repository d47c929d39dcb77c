import { queryOptions } from '@tanstack/react-query'
import { call, isStatus } from '../../../api/index.ts'
import {
  type ChangeRequest,
  type ChangeRequestContentChange,
  getChangeRequestById,
  getPageInChangeRequestById,
  type RevisionPage,
  updateChangeRequestContent,
} from '../../../api/operations.ts'
import { type ChangeRequestIds, changeRequestRead } from '../use-change-request.ts'
import type { PageContent } from './draft-store.ts'
import { NewerRevisionError, type ServerPage } from './page-saver.ts'
import { type HeadFields, joinPageText, splitPageText, writePageHead } from './page-text.ts'

/** How often one looks whether somebody else has written on the page. */
const LOOK_AGAIN_AFTER_MS = 15_000

const readContent = (page: RevisionPage): PageContent => ({
  title: page.title,
  description: page.description ?? '',
  emoji: page.emoji ?? '',
  icon: page.icon ?? '',
  markdown: page.type === 'document' ? (page.markdown ?? '') : undefined,
})

export interface LoadedPage extends ServerPage {
  page: RevisionPage
}

/**
 * Reads a page with the revision that it is of. The revision is read first: a page that is newer than its revision is found
 * out when it is written, one that is older would not be.
 */
export async function loadPage(
  ids: ChangeRequestIds,
  pageId: string,
  readChangeRequest: () => Promise<ChangeRequest> = () => call(getChangeRequestById, ids),
): Promise<LoadedPage> {
  const { revision } = await readChangeRequest()
  const page = await call(getPageInChangeRequestById, { ...ids, pageId, query: { format: 'markdown' } })
  return { page, content: readContent(page), revision }
}

/** Texts that are still on their way when their page is left. */
const closingSaves = new Map<string, Promise<boolean>>()

export function trackClosingSave(place: string, save: Promise<boolean>): void {
  closingSaves.set(place, save)
  void save.finally(() => {
    if (closingSaves.get(place) === save) closingSaves.delete(place)
  })
}

export const waitForClosingSave = async (place: string): Promise<void> => {
  await closingSaves.get(place)
}

/** Waits until no text is on its way of a page that was left. False if one of them could not be saved. */
export const waitForClosingSaves = async (): Promise<boolean> =>
  (await Promise.all(closingSaves.values())).every(Boolean)

/** The page for its editor. Nothing old is kept: what is shown is what is written on. */
export const writingRead = (ids: ChangeRequestIds, pageId: string, place: string) =>
  queryOptions({
    queryKey: [getPageInChangeRequestById.id, { ...ids, pageId, for: 'writing' }],
    queryFn: async ({ client, queryKey }) => {
      await waitForClosingSave(place)
      // The screen has read the change request before it shows the page. Afterwards the revision is asked for anew.
      const isFirst = client.getQueryData(queryKey) === undefined
      return isFirst
        ? loadPage(ids, pageId, () => client.fetchQuery(changeRequestRead(ids)))
        : loadPage(ids, pageId)
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: LOOK_AGAIN_AFTER_MS,
  })

/** The text and the fields of a page with new values of some fields, which the head of the text may have too. */
export function setFields(content: PageContent, fields: HeadFields): Partial<PageContent> {
  if (content.markdown === undefined) return fields
  const { head, body } = splitPageText(content.markdown)
  return { ...fields, markdown: joinPageText({ head: writePageHead(head, fields), body }) }
}

/** Writes content, on top of a revision if one is given, and answers with the change request as it is then. */
export async function writeContent(
  ids: ChangeRequestIds,
  changes: ChangeRequestContentChange[],
  revision?: string,
): Promise<ChangeRequest> {
  const body = { changes, ...(revision !== undefined && { revision }) }
  const result = await call(updateChangeRequestContent, { ...ids, body })
  return 'changeRequest' in result ? result.changeRequest : result
}

/** Writes what is different from `base`. */
export async function writePage(
  ids: ChangeRequestIds,
  pageId: string,
  { content, base, revision }: { content: PageContent; base: PageContent; revision: string },
): Promise<ServerPage> {
  const title = content.title.trim()
  const change: ChangeRequestContentChange = {
    operation: 'update_page',
    page: pageId,
    ...(title !== '' && title !== base.title && { title }),
    ...(content.description !== base.description && { description: content.description.trim() }),
    ...(content.emoji !== base.emoji && { emoji: content.emoji }),
    ...(content.icon !== base.icon && { icon: content.icon }),
    ...(content.markdown !== undefined &&
      content.markdown !== base.markdown && { document: { markdown: content.markdown } }),
  }
  try {
    const changeRequest = await writeContent(ids, [change], revision)
    return { content, revision: changeRequest.revision }
  } catch (error) {
    // A change request that was merged or archived meanwhile gives the same answer.
    if (isStatus(error, 409) && (await call(getChangeRequestById, ids)).revision !== revision) {
      throw new NewerRevisionError('', { cause: error })
    }
    throw error
  }
}

/** Whether a failure may go by itself. What the server refuses, it refuses the next time too. */
export const isPassingFailure = (error: unknown): boolean => !isStatus(error, 400, 403, 404, 409, 413)

/** Puts what they changed since `base` into my text. Undefined where both changed the same lines, or the same field. */
export async function combineContents(
  base: PageContent,
  mine: PageContent,
  theirs: PageContent,
): Promise<PageContent | undefined> {
  const title = combineValues(base.title, mine.title, theirs.title)
  const description = combineValues(base.description, mine.description, theirs.description)
  const emoji = combineValues(base.emoji, mine.emoji, theirs.emoji)
  const icon = combineValues(base.icon, mine.icon, theirs.icon)
  const markdown = await combineTexts(base.markdown, mine.markdown, theirs.markdown)
  if (title === undefined || description === undefined || emoji === undefined || icon === undefined) {
    return undefined
  }
  return markdown && { title, description, emoji, icon, markdown: markdown.text }
}

function combineValues(base: string, mine: string, theirs: string): string | undefined {
  if (mine === base || mine === theirs) return theirs
  return theirs === base ? mine : undefined
}

async function combineTexts(
  base: string | undefined,
  mine: string | undefined,
  theirs: string | undefined,
): Promise<{ text: string | undefined } | undefined> {
  if (mine === base || mine === theirs) return { text: theirs }
  if (theirs === base) return { text: mine }
  if (base === undefined || mine === undefined || theirs === undefined) return undefined
  const { applyPatch, structuredPatch } = await import('diff')
  const text = applyPatch(mine, structuredPatch('', '', base, theirs), { autoConvertLineEndings: false })
  return text === false ? undefined : { text }
}
