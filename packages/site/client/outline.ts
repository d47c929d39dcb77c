import { findAll, findOne } from './dom.ts'

/** The current heading is the last one above this distance from the top. */
const MAX_READING_LINE_PX = 220
const SCROLL_TOLERANCE_PX = 4

/** Marks the current heading in the outline while the reader scrolls. */
export function initOutline(): void {
  const nav = findOne('[data-outline]', HTMLElement)
  if (!nav) return
  const links = findAll('a', HTMLAnchorElement, nav)
  const headings = links.flatMap(
    (link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? [],
  )
  let current: HTMLAnchorElement | undefined
  const markCurrent = (): void => {
    const readingLine = Math.min(innerHeight / 3, MAX_READING_LINE_PX)
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - SCROLL_TOLERANCE_PX
    const lastAbove = headings.findLastIndex((heading) => heading.getBoundingClientRect().top <= readingLine)
    const next = links[isAtEnd && scrollY > 0 ? links.length - 1 : Math.max(0, lastAbove)]
    if (next === current) return
    current?.removeAttribute('aria-current')
    next?.setAttribute('aria-current', 'true')
    current = next
    const container = nav.parentElement
    if (next && container && container.scrollHeight > container.clientHeight) {
      container.scrollTop = next.offsetTop - container.clientHeight / 2
    }
  }
  let isScheduled = false
  addEventListener(
    'scroll',
    () => {
      if (isScheduled) return
      isScheduled = true
      requestAnimationFrame(() => {
        isScheduled = false
        markCurrent()
      })
    },
    { passive: true },
  )
  markCurrent()
}
