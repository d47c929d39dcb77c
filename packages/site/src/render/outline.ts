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

/** A link to an operation of an API on the same page. */
export interface OperationLink {
  method: string
  anchor: string
  title: string
}

/** Lists the operations of a page under the headings that they stand below, one for each heading. */
export function collectOperationLinks(
  headings: readonly HeadingInfo[],
  operations: readonly { method: string; heading: OutlineEntry }[],
): OperationLink[] {
  const links = new Map<string, OperationLink>()
  for (const { method, heading } of operations) {
    const [target] = collectOutlineHeadings(headings, [heading])
    if (target && target.title !== '' && !links.has(target.anchor))
      links.set(target.anchor, { method, anchor: target.anchor, title: target.title })
  }
  return [...links.values()]
}
