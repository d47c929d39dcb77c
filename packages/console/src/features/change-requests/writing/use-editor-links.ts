import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../api/index.ts'
import { listFilesInChangeRequestById, type RevisionFile } from '../../../api/operations.ts'
import type { PageEditorOptions } from '../../../editor/options.ts'
import { type ChangeRequestIds, changeRequestPagesRead, useChangeRequest } from '../use-change-request.ts'

const MAX_SUGGESTIONS = 8
const MAX_FILES = 1000

interface EditorLinks extends Required<Pick<PageEditorOptions, 'searchPages' | 'resolveFile'>> {
  /** Gets the addresses of the files if a text may show some. */
  loadFiles: (markdown: string) => Promise<void>
}

/** What the editor has to know of the pages and the files of the change request. */
export function useEditorLinks(): EditorLinks {
  const client = useQueryClient()
  const { ids } = useChangeRequest()
  const { spaceId, changeRequestId } = ids
  return useMemo(() => {
    const place = { spaceId, changeRequestId }
    const files = new Map<string, RevisionFile>()
    return {
      loadFiles: async (markdown) => {
        if (!/!\[|<img|<figure|\{% file|\/files\//.test(markdown)) return
        for (const file of await listFiles(place)) files.set(file.id, file)
      },
      resolveFile: (ref) => {
        if (ref.kind === 'file') return files.get(ref.file)?.downloadURL
        if (/^(?:https?|data):/i.test(ref.url)) return ref.url
        // A path in the repository of the space: it would lead to nothing here.
        return findByPath([...files.values()], ref.url)?.downloadURL ?? ''
      },
      searchPages: async (query) => {
        const { pages } = await client.ensureQueryData(changeRequestPagesRead(place))
        const words = query.trim().toLowerCase()
        const titles = new Map(pages.map(({ id, title }) => [id, title]))
        return pages
          .filter(({ type, title }) => type === 'document' && title.toLowerCase().includes(words))
          .slice(0, MAX_SUGGESTIONS)
          .map(({ id, title, parent }) => ({
            title,
            description: parent === undefined ? '' : (titles.get(parent) ?? ''),
            ref: { kind: 'page' as const, page: id },
          }))
      },
    }
  }, [client, spaceId, changeRequestId])
}

/** Without its files a page can still be written. */
async function listFiles(place: ChangeRequestIds): Promise<RevisionFile[]> {
  try {
    const { items } = await call(listFilesInChangeRequestById, { ...place, query: { limit: MAX_FILES } })
    return items
  } catch {
    return []
  }
}

function findByPath(files: readonly RevisionFile[], path: string): RevisionFile | undefined {
  const name = path.split('/').at(-1)
  const found = files.filter((file) => file.name === name || encodeURI(file.name) === name)
  return found.length === 1 ? found[0] : undefined
}
