import { formatReference, isSafeAddress, parseMediaReference, parseReference } from '@verso/markdown'
import type { ContentRef } from '@verso/markdown'
import { type AttributeKind, isPlainObject } from './attributes.ts'

const kindsOfReference = new Set<ContentRef['kind']>([
  'file',
  'url',
  'page',
  'anchor',
  'user',
  'collection',
  'space',
  'reusable-content',
  'tag',
  'openapi',
])

function isReference(value: unknown): value is ContentRef {
  return (
    isPlainObject(value) &&
    kindsOfReference.has(value['kind'] as ContentRef['kind']) &&
    Object.values(value).every((part) => typeof part === 'string')
  )
}

/**
 * Whether the address of a reference is read as that reference again. So an address of a page cannot be a URL, and
 * `javascript:`, which stays text in Markdown, cannot be a link in the editor.
 */
function isWrittenAs(ref: ContentRef, parse: (href: string) => ContentRef): boolean {
  const address = formatReference(ref)
  // oxlint-disable-next-line no-control-regex -- no address contains these
  if (/[\u0000-\u001f\u007f]/.test(address) || !isSafeAddress(address)) return false
  const parsed = parse(address)
  const names = Object.keys(ref)
  return (
    names.length === Object.keys(parsed).length &&
    names.every((name) => Reflect.get(ref, name) === Reflect.get(parsed, name))
  )
}

/** What a link, a mention, a button or a content reference leads to. */
export const contentReference: AttributeKind = {
  description: 'a reference with an address of its own',
  accepts: (value) => isReference(value) && isWrittenAs(value, parseReference),
}

/** The source of an image, a file or a description of an API. */
export const mediaReference: AttributeKind = {
  description: 'a file or a URL',
  accepts: (value) =>
    isReference(value) &&
    (value.kind === 'file' || value.kind === 'url') &&
    isWrittenAs(value, parseMediaReference),
}

export const fileReference: AttributeKind = {
  description: 'a file',
  accepts: (value) => mediaReference.accepts(value) && isReference(value) && value.kind === 'file',
}

export const openApiReference: AttributeKind = {
  description: 'an OpenAPI specification',
  accepts: (value) =>
    isPlainObject(value) &&
    Object.keys(value).length === 2 &&
    value['kind'] === 'openapi' &&
    typeof value['spec'] === 'string' &&
    isTagText(value['spec']),
}

export const reusableContentReference: AttributeKind = {
  description: 'a reusable content',
  accepts: (value) => {
    if (!isReference(value) || value.kind !== 'reusable-content') return false
    const address = formatReference(value)
    return isTagText(address) && !/["\\]|%\}/.test(address) && address !== '' && isSafeAddress(address)
  },
}

export const tagReference: AttributeKind = {
  description: 'a tag',
  accepts: (value) =>
    isPlainObject(value) &&
    Object.keys(value).length === 2 &&
    value['kind'] === 'tag' &&
    typeof value['tag'] === 'string' &&
    isTagText(value['tag']) &&
    !value['tag'].includes(',') &&
    value['tag'] === value['tag'].trim(),
}

// oxlint-disable-next-line no-control-regex -- no setting of a tag contains these
const isTagText = (value: string): boolean => !/[\u0000-\u001f\u007f]/.test(value)
