import { replaceReferences, resolveReference } from './references.ts'
import type { JsonObject } from './json-value.ts'

/** One file of a description. */
export interface DescriptionFile {
  /** Where it is; a text that somebody sent is nowhere. */
  url: string | undefined
  value: JsonObject
}

/** Where the other files stand in a bundled document. */
export const filesField = 'x-files'

/**
 * The first file with all others under `x-files`, and every reference leading to where its target then stands. So a
 * description of many files is one document, which every tool reads.
 */
export function bundleFiles([entry, ...others]: readonly [
  DescriptionFile,
  ...DescriptionFile[],
]): JsonObject {
  const names = namesOf(others)
  const pointer = (url: string | undefined): string => {
    if (url === undefined || url === entry.url) return '#'
    const name = names.get(url)
    if (name === undefined) throw new Error('a file that is referred to was not collected')
    return `#/${filesField}/${name}`
  }
  const within = ({ url: base, value }: DescriptionFile): JsonObject => {
    const own = pointer(base)
    return replaceReferences(value, (ref) => {
      const reference = resolveReference(ref, base)
      if (reference) return join(pointer(reference.url), reference.fragment)
      return join(own, ref.slice(ref.indexOf('#') === -1 ? ref.length : ref.indexOf('#')))
    })
  }
  if (others.length === 0) return within(entry)
  const files = others.map((file) => [names.get(file.url ?? '') ?? '', within(file)] as const)
  return { ...within(entry), [filesField]: Object.fromEntries(files) }
}

/** Names that say which file it was and can stand in a pointer as they are. */
function namesOf(files: readonly DescriptionFile[]): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { url = '' } of files) {
    const last = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
    const wanted = last.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 80) || 'file'
    let name = wanted
    for (let n = 2; taken.has(name); n++) name = `${wanted}-${n}`
    taken.add(name)
    names.set(url, name)
  }
  return names
}

/** A pointer further into what another one leads to. */
const join = (pointer: string, fragment: string): string =>
  fragment.length > 1
    ? `${pointer}${fragment.startsWith('#/') ? fragment.slice(1) : `/${fragment.slice(1)}`}`
    : pointer
