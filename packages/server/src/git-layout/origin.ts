/** The files of a commit by path, with the object id and size of each. */
export type CommitTree = ReadonlyMap<string, { oid: string; size: number }>

/** The file that a page, a file or a reusable content came from. It is stored in the field `git` of each. */
export interface GitOrigin {
  oid: string
  path: string
  /** The front matter and heading of the file. */
  head?: string
  /** The URL at which people see the files of the branch. Links to files that are not imported lead there. */
  tree?: string
}

export function readOrigin(fields: { readonly [field: string]: unknown }): GitOrigin | undefined {
  const origin = fields['git']
  // Only the import writes this field, so its value has this type.
  return typeof origin === 'object' && origin !== null ? (origin as GitOrigin) : undefined
}
