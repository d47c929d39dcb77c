import { useQuery } from '@tanstack/react-query'
import { splitPageText } from '../writing/page-text.ts'

/** The Markdown of a page before and after. A page that is not there has none. */
export type PageTexts = readonly [before: string, after: string]

interface PageDiffSource {
  queryKey: readonly unknown[]
  isReady: boolean
  readTexts: (signal: AbortSignal) => Promise<PageTexts>
}

/** Compares two texts of a page, as a page and as source. */
export function usePageDiff({ queryKey, isReady, readTexts }: PageDiffSource) {
  return useQuery({
    queryKey,
    enabled: isReady,
    queryFn: async ({ signal }) => {
      const [texts, { diffTexts }] = await Promise.all([readTexts(signal), import('./diff-blocks.ts')])
      // The head is shown as fields of the page, unless the source is asked for.
      const [oldBody, newBody] = texts.map((text) => splitPageText(text).body)
      return {
        page: diffTexts(oldBody ?? '', newBody ?? ''),
        source: diffTexts(...texts),
        texts,
      }
    },
  })
}
