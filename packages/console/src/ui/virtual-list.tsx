import { useRouter } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

interface VirtualListProps<Item> {
  items: readonly Item[]
  getKey: (item: Item) => string
  /** Where the item stands that one looks at. It stays on the page, and is in sight when it becomes another. */
  currentIndex: number
  /** The element that scrolls. Only the rows in sight are on the page. */
  scrollRef: RefObject<HTMLElement | null>
  rowHeightPx: number
  renderRow: (item: Item) => ReactNode
}

/** How many rows above and below those in sight are on the page, for those who walk through them with Tab. */
const ROWS_AROUND = 10

/** A list that may be long. */
export function VirtualList<Item>({
  items,
  getKey,
  currentIndex,
  scrollRef,
  rowHeightPx,
  renderRow,
}: VirtualListProps<Item>) {
  const rootRef = useRef<HTMLUListElement>(null)
  const [focusedIndex, setFocusedIndex] = useState(-1)
  const [scrollMargin, setScrollMargin] = useState(0)
  // What scrolls is around the list, and is there only after the list.
  const [scrolled, setScrolled] = useState<HTMLElement | null>(null)
  useEffect(() => {
    setScrolled(scrollRef.current)
    if (rootRef.current && scrollRef.current) {
      setScrollMargin(measureTop(rootRef.current, scrollRef.current) + scrollRef.current.scrollTop)
    }
  }, [items, scrollRef])
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrolled,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : getKey(item)
    },
    estimateSize: () => rowHeightPx,
    overscan: ROWS_AROUND,
    scrollMargin,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const [first, last] = [Math.max(0, startIndex - overscan), Math.min(count - 1, endIndex + overscan)]
      const indexes = new Set(Array.from({ length: last - first + 1 }, (_, offset) => first + offset))
      for (const index of [currentIndex, focusedIndex]) if (index >= 0 && index < count) indexes.add(index)
      return [...indexes].toSorted((a, b) => a - b)
    },
  })
  const rows = virtualizer.getVirtualItems()
  const hasRows = rows.length > 0
  const router = useRouter()
  useEffect(() => {
    const show = (): void => {
      const row = rootRef.current?.querySelector<HTMLElement>(`[data-index="${currentIndex}"]`)
      if (row && scrolled) showRow(row, scrolled)
    }
    if (hasRows) show()
    // The router restores what was scrolled when it has shown another address.
    return router.subscribe('onRendered', show)
  }, [currentIndex, hasRows, scrolled, router])
  return (
    <ul ref={rootRef} className="virtual-list" style={{ height: virtualizer.getTotalSize() }}>
      {rows.map(({ key, index, start }) => {
        const item = items[index]
        return (
          item !== undefined && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
              onFocus={() => setFocusedIndex(index)}
              onBlur={() => setFocusedIndex(-1)}
            >
              {renderRow(item)}
            </li>
          )
        )
      })}
    </ul>
  )
}

/** How far the top of an element is below that of the one that scrolls. */
const measureTop = (element: HTMLElement, scrolled: HTMLElement): number =>
  Math.round(element.getBoundingClientRect().top - scrolled.getBoundingClientRect().top)

/** Scrolls as far as is needed to see a row. The browser would scroll what is around the list too. */
function showRow(row: HTMLElement, scrolled: HTMLElement): void {
  const top = measureTop(row, scrolled)
  const bottom = top + row.offsetHeight
  if (top < 0) scrolled.scrollTop += top
  else if (bottom > scrolled.clientHeight) scrolled.scrollTop += bottom - scrolled.clientHeight
}
