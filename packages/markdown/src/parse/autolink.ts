import { InlineBuilder } from '../document/inline-builder.ts'
import { parseReference } from './reference.ts'

interface BareAddress {
  start: number
  end: number
  href: string
}

/** Adds text, and makes links of the bare addresses of GFM in it: `https://…`, `www.…` and `name@host`. */
export function addLinkedText(builder: InlineBuilder, value: string): void {
  if (!value.includes('://') && !value.includes('www.') && !value.includes('@')) {
    builder.addText(value)
    return
  }
  let textStart = 0
  for (const bareAddress of findBareAddresses(value)) {
    builder.addText(value.slice(textStart, bareAddress.start))
    const label = new InlineBuilder()
    label.marks = builder.marks
    label.addText(value.slice(bareAddress.start, bareAddress.end))
    builder.addInline({
      object: 'inline',
      type: 'link',
      isVoid: false,
      data: { ref: parseReference(bareAddress.href) },
      nodes: label.finish(),
    })
    textStart = bareAddress.end
  }
  builder.addText(value.slice(textStart))
}

/** Finds the bare addresses of a text, in order. */
export function findBareAddresses(value: string): BareAddress[] {
  const bareAddresses: BareAddress[] = []
  let end = 0
  for (const match of value.matchAll(addressStartPattern)) {
    if (match.index < end) continue
    const address =
      match[0] === '@' ? readEmail(value, match.index, end) : readUrl(value, match.index, match[0])
    if (!address) continue
    bareAddresses.push(address)
    end = address.end
  }
  return bareAddresses
}

const addressStartPattern = /https?:\/\/|www\.|@/gi
const domainPattern = /[\w-]+(?:\.[\w-]+)+/y
const hostPattern = /[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?/y
const addressRestPattern = /[^\s<]*/y
const allowedBeforePattern = /[\s*_~(]/

function readUrl(value: string, start: number, trigger: string): BareAddress | undefined {
  if (start > 0 && !allowedBeforePattern.test(value.charAt(start - 1))) return undefined
  const isWww = trigger.toLowerCase() === 'www.'
  const pattern = isWww ? domainPattern : hostPattern
  pattern.lastIndex = isWww ? start : start + trigger.length
  if (!pattern.test(value)) return undefined
  addressRestPattern.lastIndex = pattern.lastIndex
  addressRestPattern.test(value)
  const end = trimAddressEnd(value, start, addressRestPattern.lastIndex)
  if (end <= start + trigger.length) return undefined
  const address = value.slice(start, end)
  return { start, end, href: isWww ? `http://${address}` : address }
}

/** Removes punctuation at the end, which belongs to the sentence, and a closing parenthesis without an opening one. */
function trimAddressEnd(value: string, start: number, end: number): number {
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

const localPartCharacter = /[\w.+-]/
const MAX_LOCAL_PART_LENGTH = 64

function readEmail(value: string, atSignIndex: number, minStart: number): BareAddress | undefined {
  let start = atSignIndex
  while (
    start > minStart &&
    atSignIndex - start < MAX_LOCAL_PART_LENGTH &&
    localPartCharacter.test(value.charAt(start - 1))
  )
    start--
  if (start === atSignIndex || (start > 0 && /[\w/]/.test(value.charAt(start - 1)))) return undefined
  domainPattern.lastIndex = atSignIndex + 1
  if (!domainPattern.test(value)) return undefined
  const end = domainPattern.lastIndex
  if (/[-_]/.test(value.charAt(end - 1))) return undefined
  return { start, end, href: `mailto:${value.slice(start, end)}` }
}
