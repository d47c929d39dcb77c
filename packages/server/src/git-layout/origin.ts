/** The files of a commit: what Git calls each blob, by its path. */
export type Tree = ReadonlyMap<string, { oid: string; size: number }>

/** What a page, a file or a reusable content says of the file it came from, in its field `git`. */
export interface GitOrigin {
  oid: string
  path: string
  /** What the file has before the text. */
  head?: string
  /** Where people see the files of the branch: what a page links to that is neither page nor file is there. */
  tree?: string
}

export function originOf(fields: { readonly [field: string]: unknown }): GitOrigin | undefined {
  const origin = fields['git']
  // Only the import writes this field.
  return typeof origin === 'object' && origin !== null ? (origin as GitOrigin) : undefined
}
