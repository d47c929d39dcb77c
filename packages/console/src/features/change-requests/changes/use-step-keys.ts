import { useShortcuts } from '../../../app/shortcuts.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import type { ChangedPage } from './changed-things.ts'

/** "j" and "k" go to the next and the previous page. */
export function useStepKeys(
  pages: readonly ChangedPage[],
  index: number,
  open: (pageId: string) => void,
): void {
  const { changes } = useReviewWords()
  const step = (place: number): void => {
    const page = pages[place]
    if (page) open(page.id)
  }
  useShortcuts([
    { keys: 'j', label: changes.next, run: () => step(index + 1) },
    { keys: 'k', label: changes.previous, run: () => step(index - 1) },
  ])
}
