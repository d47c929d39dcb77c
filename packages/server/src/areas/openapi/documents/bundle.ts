import { replaceReferences, resolveReference } from './references.ts'
import type { JsonObject } from './json-value.ts'

/** One file of a description. */
export interface DescriptionFile {
  /** Undefined for a text that was sent in a request. */
  url: string | undefined
  value: JsonObject
}

/** The field of a bundled document that has the other files. */
export const filesField = 'x-files'

/**
 * Puts all other files under `x-files` of the first one, and changes every reference to point there. So a description of
 * several files becomes one document, which every tool can read.
 */
export function bundleFiles([entry, ...others]: readonly [
  DescriptionFile,
  ...DescriptionFile[],
]): JsonObject {
  const names = chooseNames(others)
  const getPointer = (url: string | undefined): string => {
    if (url === undefined || url === entry.url) return '#'
    const name = names.get(url)
    if (name === undefined) throw new Error('a referenced file was not loaded')
    return `#/${filesField}/${name}`
  }
  const rewriteReferences = ({ url: base, value }: DescriptionFile): JsonObject => {
    const ownPointer = getPointer(base)
    return replaceReferences(value, (ref) => {
      const reference = resolveReference(ref, base)
      if (reference) return joinPointers(getPointer(reference.url), reference.fragment)
      return joinPointers(ownPointer, ref.slice(ref.indexOf('#') === -1 ? ref.length : ref.indexOf('#')))
    })
  }
  if (others.length === 0) return rewriteReferences(entry)
  const files = others.map((file) => [names.get(file.url ?? '') ?? '', rewriteReferences(file)] as const)
  return { ...rewriteReferences(entry), [filesField]: Object.fromEntries(files) }
}

/** Unique names after the names of the files, which need no escaping in a pointer. */
function chooseNames(files: readonly DescriptionFile[]): Map<string, string> {
  const names = new Map<string, string>()
  const usedNames = new Set<string>()
  for (const { url = '' } of files) {
    const last = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
    const baseName = last.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 80) || 'file'
    let name = baseName
    for (let n = 2; usedNames.has(name); n++) name = `${baseName}-${n}`
    usedNames.add(name)
    names.set(url, name)
  }
  return names
}

/** Appends the path of a fragment to a pointer. */
const joinPointers = (pointer: string, fragment: string): string =>
  fragment.length > 1
    ? `${pointer}${fragment.startsWith('#/') ? fragment.slice(1) : `/${fragment.slice(1)}`}`
    : pointer
