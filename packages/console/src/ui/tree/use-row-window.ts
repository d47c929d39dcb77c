import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** How many rows above and below those in sight are on the page, so that scrolling shows no gap. */
const ROWS_AROUND = 12

interface RowWindowOptions {
  count: number
  /** The element that scrolls. */
  scrollRef: RefObject<HTMLElement | null>
  /** The element that holds the rows, as high as all of them together. */
  rootRef: RefObject<HTMLElement | null>
  /** Another one when something around the rows may have changed. */
  surroundings: object
}

interface RowWindow {
  /** The rows to draw. None before it is known how much is in sight. */
  places: number[]
  /** Scrolls as far as is needed to see a row. */
  scrollTo: (place: number) => void
}

/** Which rows of a long list are in sight, where all rows have the same height. */
export function useRowWindow({ count, scrollRef, rootRef, surroundings }: RowWindowOptions): RowWindow {
  const [scrolled, setScrolled] = useState<HTMLElement | null>(null)
  const [sight, setSight] = useState<{ first: number; last: number }>()
  /** How far the first row is below the top of what scrolls. */
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => setMargin(rootRef.current?.offsetTop ?? 0), [rootRef, surroundings])
  useLayoutEffect(() => setScrolled(scrollRef.current), [scrollRef])
  // What scrolls is around the list, so it may be there only after the list.
  useEffect(() => setScrolled(scrollRef.current), [scrollRef])
  useLayoutEffect(() => {
    const root = rootRef.current
    if (!scrolled || !root) return undefined
    const measure = (): void => {
      const rowHeight = measureRow(root, count)
      // What is not shown has no height.
      const top = rowHeight === 0 ? 0 : (scrolled.scrollTop - margin) / rowHeight
      const shown = rowHeight === 0 ? 0 : scrolled.clientHeight / rowHeight
      const [first, last] = [Math.floor(top), Math.floor(top + shown)]
      setSight((known) => (known?.first === first && known.last === last ? known : { first, last }))
    }
    measure()
    scrolled.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(scrolled)
    observer.observe(root)
    return () => {
      scrolled.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [scrolled, rootRef, margin, count])
  const first = Math.max(0, (sight?.first ?? 0) - ROWS_AROUND)
  const last = sight ? Math.min(count - 1, sight.last + ROWS_AROUND) : -1
  return {
    places: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index),
    scrollTo: (place) => {
      const [element, root] = [scrollRef.current, rootRef.current]
      if (!element || !root) return
      const rowHeight = measureRow(root, count)
      const top = root.offsetTop + place * rowHeight
      const bottom = top + rowHeight
      if (top < element.scrollTop) element.scrollTop = top
      else if (bottom > element.scrollTop + element.clientHeight)
        element.scrollTop = bottom - element.clientHeight
    },
  }
}

const measureRow = (root: HTMLElement, count: number): number =>
  count === 0 ? 0 : root.getBoundingClientRect().height / count
