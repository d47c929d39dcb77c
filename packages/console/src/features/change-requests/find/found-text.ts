import type { TextMatchList, TextPlace } from '../../../api/operations.ts'
import { useFindWords } from '../../../locales/features/find.ts'
import { useFormats } from '../../../locales/index.ts'

/** Names a page or a reusable content. */
export interface TextId {
  kind: 'page' | 'reusable-content'
  id: string
}

/** A page or a reusable content with the places that were found in it. */
export interface FoundText extends TextId {
  title: string
  version: string
  places: TextPlace[]
  hasMore: boolean
}

export const getTextKey = ({ kind, id }: TextId): string => `${kind}/${id}`

export const listFoundTexts = ({ pages, reusableContents }: TextMatchList): FoundText[] => [
  ...pages.map(({ page, ...found }) => ({ kind: 'page' as const, id: page, ...found })),
  ...reusableContents.map(({ reusableContent, ...found }) => ({
    kind: 'reusable-content' as const,
    id: reusableContent,
    ...found,
  })),
]

export const listUnreadableTexts = ({
  unreadablePages,
  unreadableReusableContents,
}: TextMatchList): TextId[] => [
  ...unreadablePages.map((id) => ({ kind: 'page' as const, id })),
  ...unreadableReusableContents.map((id) => ({ kind: 'reusable-content' as const, id })),
]

/** How many there are: "3 pages and 1 reusable content". */
export function useTextCount(): (texts: readonly TextId[]) => string {
  const { find } = useFindWords()
  const { list } = useFormats()
  return (texts) => {
    const pageCount = texts.filter(({ kind }) => kind === 'page').length
    const contentCount = texts.length - pageCount
    return list([
      ...(pageCount > 0 || contentCount === 0 ? [find.pages(pageCount)] : []),
      ...(contentCount > 0 ? [find.reusableContents(contentCount)] : []),
    ])
  }
}
