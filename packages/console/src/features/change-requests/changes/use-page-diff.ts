import { useQuery } from '@tanstack/react-query'
import type { ComparedTexts } from './compare-texts.ts'

/** A page as the API gives it in one form or another. */
interface ReadPage {
  markdown?: string
  html?: string
  styles?: string
}

/** Reads one version of a page. */
export type ReadSide = (format: 'markdown' | 'html', signal: AbortSignal) => Promise<ReadPage>

export interface PageDiffSource {
  /** Says which two versions these are. */
  queryKey: readonly unknown[]
  isReady: boolean
  /** Undefined where there is no page, or none with a text. */
  before: ReadSide | undefined
  after: ReadSide | undefined
}

/** What is different between two versions of a page: as Markdown, and as readers see it. */
export function usePageDiff({ queryKey, isReady, before, after }: PageDiffSource, isRendered: boolean) {
  const readBoth = (format: 'markdown' | 'html', signal: AbortSignal) =>
    Promise.all([before?.(format, signal), after?.(format, signal)])
  const source = useQuery({
    queryKey: [...queryKey, 'markdown'],
    enabled: isReady,
    // Documents are compared by what is in them, and are large.
    structuralSharing: false,
    queryFn: async ({ signal, client, queryKey: key }) => {
      const [[old, now], { compareTexts }] = await Promise.all([
        readBoth('markdown', signal),
        import('./compare-texts.ts'),
      ])
      const [oldText, text] = [old?.markdown ?? '', now?.markdown ?? '']
      const known = client.getQueryData<ComparedTexts>(key)
      // What is shown stays as it is, with what somebody points at in it.
      return known?.before === oldText && known.after === text ? known : compareTexts(oldText, text)
    },
  })
  // Asked for at the same time, all four are one request.
  const rendered = useQuery({
    queryKey: [...queryKey, 'html'],
    enabled: isReady && isRendered,
    queryFn: async ({ signal }) => {
      const [old, now] = await readBoth('html', signal)
      return { before: readHtml(old), after: readHtml(now) }
    },
  })
  return {
    source: source.data,
    rendered: rendered.data,
    error: source.error ?? (isRendered ? rendered.error : null),
    refetch: (): void => {
      void source.refetch()
      if (isRendered) void rendered.refetch()
    },
  }
}

const readHtml = (page: ReadPage | undefined) => ({ html: page?.html ?? '', styles: page?.styles ?? '' })
