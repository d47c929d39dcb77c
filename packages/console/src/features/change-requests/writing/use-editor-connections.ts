import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, read, uploadFile } from '../../../api/index.ts'
import {
  getPageInChangeRequestById,
  getSpaceById,
  listFilesInChangeRequestById,
  type RevisionFile,
  type RevisionPage,
  updateChangeRequestContent,
} from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import type { PageEditorOptions } from '../../../editor/options.ts'
import { useFormats, useWords } from '../../../locales/index.ts'
import { connectChoices } from './editor-choices.ts'
import { type ChangeRequestIds, changeRequestPagesRead, useChangeRequest } from '../use-change-request.ts'

const MAX_SUGGESTIONS = 8
const MAX_FILES = 1000
const MAX_FILE_SUGGESTIONS = 50

type Connections = Required<
  Pick<
    PageEditorOptions,
    | 'searchPages'
    | 'describePage'
    | 'resolveFile'
    | 'describeFile'
    | 'uploadFile'
    | 'searchFiles'
    | 'describeProblem'
  >
>

interface EditorConnections extends Connections, Choices {
  /** Gets what a text may show: the titles of pages, and the addresses of files if there are some. */
  load: (markdown: string) => Promise<void>
}

type Choices = Omit<ReturnType<typeof connectChoices>, 'loadReusableContent'>

/** What the editor has to know of the pages and the files of the change request, and how it stores new ones. */
export function useEditorConnections(): EditorConnections {
  const client = useQueryClient()
  const words = useWords()
  const { bytes } = useFormats()
  const { ids } = useChangeRequest()
  const { spaceId, changeRequestId } = ids
  return useMemo(() => {
    const place = { spaceId, changeRequestId }
    const files = new Map<string, RevisionFile>()
    const findFile: (ref: Parameters<Connections['describeFile']>[0]) => RevisionFile | undefined = (ref) =>
      ref.kind === 'file' ? files.get(ref.file) : findByPath([...files.values()], ref.url)
    const { loadReusableContent, ...choices } = connectChoices(client, place)
    return {
      ...connectPages(client, place),
      ...choices,
      load: async (markdown) => {
        // Without its files and the titles of others, a page can still be written.
        await Promise.allSettled([
          client.ensureQueryData(changeRequestPagesRead(place)),
          /!\[|<img|<figure|\{% file|\/files\//.test(markdown)
            ? client
                .fetchQuery(filesRead(place))
                .then(({ items }) => items.forEach((file) => files.set(file.id, file)))
            : undefined,
          markdown.includes('{% include') ? loadReusableContent() : undefined,
        ])
      },
      resolveFile: (ref) => {
        if (ref.kind === 'url' && /^(?:https?|data):/i.test(ref.url)) return ref.url
        // A path in the repository of the space would lead to nothing here.
        return findFile(ref)?.downloadURL ?? (ref.kind === 'url' ? '' : undefined)
      },
      describeFile: (ref) => {
        const file = findFile(ref)
        return file && { name: file.name, url: file.downloadURL, size: bytes(file.size) }
      },
      searchFiles: async (query, kind) => {
        const { items } = await client.fetchQuery(filesRead(place))
        for (const file of items) files.set(file.id, file)
        const text = query.trim().toLowerCase()
        return items
          .filter(({ contentType }) => kind === 'file' || contentType.startsWith('image/'))
          .filter(({ name }) => name.toLowerCase().includes(text))
          .slice(0, MAX_FILE_SUGGESTIONS)
          .map(({ id, name, size }) => ({ name, description: bytes(size), ref: { kind: 'file', file: id } }))
      },
      uploadFile: async (file, options) => {
        const { organization } = await client.ensureQueryData(read(getSpaceById, { spaceId }))
        const { key } = await uploadFile(organization, file, { kind: 'organization_file', ...options })
        const inserted = await insertFile(place, file.name, key)
        files.set(inserted.id, inserted)
        // The change request has a new revision, which the next save stands on.
        void client.invalidateQueries({ queryKey: [getPageInChangeRequestById.id] })
        void client.invalidateQueries({ queryKey: filesRead(place).queryKey })
        return { ref: { kind: 'file', file: inserted.id } }
      },
      describeProblem: (error) => describeError(error, words),
    }
  }, [client, spaceId, changeRequestId, words, bytes])
}

function connectPages(
  client: QueryClient,
  place: ChangeRequestIds,
): Pick<Connections, 'searchPages' | 'describePage'> {
  return {
    searchPages: async (query) => {
      const { pages } = await client.ensureQueryData(changeRequestPagesRead(place))
      const text = query.trim().toLowerCase()
      return pages
        .filter(({ type, title }) => type === 'document' && title.toLowerCase().includes(text))
        .slice(0, MAX_SUGGESTIONS)
        .map((page) => ({
          title: page.title,
          description: findParentTitle(pages, page),
          ref: { kind: 'page' as const, page: page.id },
        }))
    },
    describePage: (ref) => {
      const pages = client.getQueryData(changeRequestPagesRead(place).queryKey)?.pages ?? []
      const wanted = ref.kind === 'page' || ref.kind === 'anchor' ? ref.page : undefined
      const page = pages.find(({ id }) => id === wanted) ?? findPageByPath(pages, wanted ?? '')
      return (
        page && {
          title: page.title,
          description: findParentTitle(pages, page),
          url: `/app/spaces/${place.spaceId}/change-requests/${place.changeRequestId}/pages/${page.id}`,
        }
      )
    },
  }
}

const findParentTitle = (pages: readonly RevisionPage[], { parent }: RevisionPage): string =>
  parent === undefined ? '' : (pages.find(({ id }) => id === parent)?.title ?? '')

/** A path in the repository of the space, such as `../guides/start.md`: the page is known by the end of its path. */
function findPageByPath(pages: readonly RevisionPage[], address: string): RevisionPage | undefined {
  const path = address
    .split(/[?#]/, 1)[0]
    ?.replace(/^(?:\.{0,2}\/)+/, '')
    .replace(/(?:\/?README)?\.md$/i, '')
  if (path === undefined || path === '') return undefined
  const matches = pages.filter((page) => page.path === path || page.path?.endsWith(`/${path}`) === true)
  return matches.length === 1 ? matches[0] : undefined
}

async function insertFile(place: ChangeRequestIds, name: string, key: string): Promise<RevisionFile> {
  const result = await call(updateChangeRequestContent, {
    ...place,
    query: { compat: false },
    body: { changes: [{ operation: 'insert_files', files: [{ name, key }] }] },
  })
  const [file] = 'insertedFiles' in result ? result.insertedFiles : []
  if (!file) throw new Error('The server has not answered with the file.')
  return file
}

const filesRead = (place: ChangeRequestIds) =>
  read(listFilesInChangeRequestById, { ...place, query: { limit: MAX_FILES } })

function findByPath(files: readonly RevisionFile[], path: string): RevisionFile | undefined {
  const name = path.split('/').at(-1)
  const matches = files.filter((file) => file.name === name || encodeURI(file.name) === name)
  return matches.length === 1 ? matches[0] : undefined
}
