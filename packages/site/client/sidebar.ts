import { findOne } from './dom.ts'

const scrollKey = 'verso-sidebar'

/** The tree stays where it was from page to page, and the page being read is in sight. */
export function initSidebar(): void {
  const side = findOne('.sidebar', HTMLElement)
  if (!side) return
  const current = findOne('[aria-current="page"]', HTMLElement, side)
  let kept: string | null = null
  try {
    kept = sessionStorage.getItem(scrollKey)
  } catch {
    // Nothing is kept, so the page being read is brought into sight below.
  }
  if (kept !== null) side.scrollTop = Number(kept)
  if (current) {
    const box = current.getBoundingClientRect()
    const frame = side.getBoundingClientRect()
    if (box.top < frame.top || box.bottom > frame.bottom)
      side.scrollTop += box.top - frame.top - frame.height / 3
  }
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(scrollKey, String(side.scrollTop))
    } catch {
      // As above.
    }
  })
}
