import { InlineBuilder } from '../document/inline-builder.ts'
import { parseReference } from './reference.ts'

interface Found {
  start: number
  end: number
  href: string
}

/** Adds text, with the bare addresses in it as links: GFM's `https://…`, `www.…` and `name@host`. */
export function addLinkified(builder: InlineBuilder, value: string): void {
  if (!value.includes('://') && !value.includes('www.') && !value.includes('@')) {
    builder.text(value)
    return
  }
  let from = 0
  for (const found of addresses(value)) {
    builder.text(value.slice(from, found.start))
    const label = new InlineBuilder()
    label.marks = builder.marks
    label.text(value.slice(found.start, found.end))
    builder.inline({
      object: 'inline',
      type: 'link',
      isVoid: false,
      data: { ref: parseReference(found.href) },
      nodes: label.finish(),
    })
    from = found.end
  }
  builder.text(value.slice(from))
}

/** The bare addresses of a text, in order. */
export function addresses(value: string): Found[] {
  const found: Found[] = []
  let end = 0
  for (const match of value.matchAll(TRIGGER)) {
    if (match.index < end) continue
    const address = match[0] === '@' ? emailAt(value, match.index, end) : urlAt(value, match.index, match[0])
    if (!address) continue
    found.push(address)
    end = address.end
  }
  return found
}

const TRIGGER = /https?:\/\/|www\.|@/gi
const DOMAIN = /[\w-]+(?:\.[\w-]+)+/y
const HOST = /[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?/y
const REST = /[^\s<]*/y
const BEFORE = /[\s*_~(]/

function urlAt(value: string, start: number, trigger: string): Found | undefined {
  if (start > 0 && !BEFORE.test(value.charAt(start - 1))) return undefined
  const isWww = trigger.toLowerCase() === 'www.'
  const domain = isWww ? DOMAIN : HOST
  domain.lastIndex = isWww ? start : start + trigger.length
  if (!domain.test(value)) return undefined
  REST.lastIndex = domain.lastIndex
  REST.test(value)
  const end = trimmedEnd(value, start, REST.lastIndex)
  if (end <= start + trigger.length) return undefined
  const address = value.slice(start, end)
  return { start, end, href: isWww ? `http://${address}` : address }
}

/** Punctuation at the end belongs to the sentence, and so does a parenthesis that nothing in the address opens. */
function trimmedEnd(value: string, start: number, end: number): number {
  let balance = 0
  for (let pos = start; pos < end; pos++) {
    const char = value.charCodeAt(pos)
    if (char === 0x28) balance++
    else if (char === 0x29) balance--
  }
  for (;;) {
    const last = value.charAt(end - 1)
    if (last === ')' && balance < 0) balance++
    else if (!/[?!.,:*_~'";]/.test(last)) return end
    end--
  }
}

const LOCAL = /[\w.+-]/
const MAX_LOCAL = 64

function emailAt(value: string, at: number, floor: number): Found | undefined {
  let start = at
  while (start > floor && at - start < MAX_LOCAL && LOCAL.test(value.charAt(start - 1))) start--
  if (start === at || (start > 0 && /[\w/]/.test(value.charAt(start - 1)))) return undefined
  DOMAIN.lastIndex = at + 1
  if (!DOMAIN.test(value)) return undefined
  const end = DOMAIN.lastIndex
  if (/[-_]/.test(value.charAt(end - 1))) return undefined
  return { start, end, href: `mailto:${value.slice(start, end)}` }
}
