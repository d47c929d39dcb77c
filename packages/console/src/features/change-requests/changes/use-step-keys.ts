import { useShortcuts } from '../../../app/shortcuts.ts'
import { useWords } from '../../../locales/index.ts'
import type { ChangedPage } from './changed-things.ts'

/** "j" and "k" go to the next and the previous page. */
export function useStepKeys(
  pages: readonly ChangedPage[],
  index: number,
  open: (pageId: string) => void,
): void {
  const { changes } = useWords()
  const step = (place: number): void => {
    const page = pages[place]
    if (page) open(page.id)
  }
  useShortcuts([
    { keys: 'j', label: changes.next, run: () => step(index + 1) },
    { keys: 'k', label: changes.previous, run: () => step(index - 1) },
  ])
}
