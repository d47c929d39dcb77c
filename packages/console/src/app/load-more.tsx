import { useWords } from '../locales/index.ts'
import { Button } from '../ui/button.tsx'

export interface LoadMoreProps {
  /** A list that is read page by page. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Stands below a list as long as there is more of it. */
export function LoadMore({ list: { hasNextPage, isFetchingNextPage, fetchNextPage } }: LoadMoreProps) {
  const { common } = useWords()
  if (!hasNextPage) return null
  return (
    <Button
      look="quiet"
      label={common.loadMore}
      isBusy={isFetchingNextPage}
      onPress={() => void fetchNextPage()}
    />
  )
}
