import type { HeadingInfo } from '@verso/markdown'
import type { OutlineEntry } from './context.ts'

/** A heading of a page. One that a block generated, such as that of an API operation, has no key. */
export interface OutlineHeading {
  key?: string
  anchor: string
  level: number
  title: string
}

/** Combines the headings of the document with those that blocks generated, in the order of the page. */
export function collectOutlineHeadings(
  headings: readonly HeadingInfo[],
  entries: readonly OutlineEntry[],
): OutlineHeading[] {
  const headingsByKey = new Map(headings.map((heading) => [heading.key, heading]))
  return entries.flatMap((entry) =>
    'key' in entry ? (headingsByKey.get(entry.key) ?? []) : { ...entry, level: 2 },
  )
}
