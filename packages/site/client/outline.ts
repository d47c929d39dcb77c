import { findAll, findOne } from './dom.ts'

/** Marks the heading being read in the outline. */
export function initOutline(): void {
  const nav = findOne('[data-outline]', HTMLElement)
  if (!nav) return
  const links = findAll('a', HTMLAnchorElement, nav)
  const headings = links.flatMap(
    (link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? [],
  )
  let current: HTMLAnchorElement | undefined
  const mark = (): void => {
    const line = Math.min(innerHeight / 3, 220)
    const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 4
    const above = headings.findLastIndex((heading) => heading.getBoundingClientRect().top <= line)
    const next = links[atEnd && scrollY > 0 ? links.length - 1 : Math.max(0, above)]
    if (next === current) return
    current?.removeAttribute('aria-current')
    next?.setAttribute('aria-current', 'true')
    current = next
    const side = nav.parentElement
    if (next && side && side.scrollHeight > side.clientHeight) {
      side.scrollTop = next.offsetTop - side.clientHeight / 2
    }
  }
  let waiting = false
  addEventListener(
    'scroll',
    () => {
      if (waiting) return
      waiting = true
      requestAnimationFrame(() => {
        waiting = false
        mark()
      })
    },
    { passive: true },
  )
  mark()
}
