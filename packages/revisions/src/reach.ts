import { decodeFile, decodePage, decodeReusableContent, loadRoot, type Root } from './model.ts'
import type { Hash } from './encoding.ts'
import { Workspace } from './objects.ts'
import { isLeaf, loadNode, type TreeRef } from './tree.ts'

/** Which part of a revision an object is: its root, or a node of one of the trees. */
export type Part = 'root' | keyof Root

/** What an object names: other objects, documents, and blobs in the file store. */
export interface Named {
  readonly objects: readonly { readonly hash: Hash; readonly part: Part }[]
  readonly documents: readonly Hash[]
  readonly blobs: readonly string[]
}

/**
 * What an object of a revision names, for whoever looks for what no revision reaches any more. Followed from a root
 * until nothing new is named, it is everything that the revision is made of.
 */
export async function namedBy(hash: Hash, part: Part, bytes: Uint8Array): Promise<Named> {
  const workspace = new Workspace({ get: () => Promise.resolve(new Map([[hash, bytes]])) })
  if (part === 'root') {
    const trees = Object.entries(await loadRoot(workspace, hash)) as [keyof Root, TreeRef | null][]
    return named({
      objects: trees.flatMap(([name, tree]) => (tree ? [{ hash: tree.hash, part: name }] : [])),
    })
  }
  const node = await loadNode(workspace, hash)
  if (!isLeaf(node)) return named({ objects: node.children.map((child) => ({ hash: child.hash, part })) })
  const values = node.entries.map(({ value }) => value)
  switch (part) {
    case 'pages': {
      const pages = values.map(decodePage)
      return named({
        objects: pages.flatMap(({ children }) =>
          children ? [{ hash: children.hash, part: 'children' as const }] : [],
        ),
        documents: pages.flatMap(({ document }) => document ?? []),
      })
    }
    case 'files':
      return named({ blobs: values.map((value) => decodeFile(value).blob) })
    case 'reusableContents':
      return named({ documents: values.flatMap((value) => decodeReusableContent(value).document ?? []) })
    case 'children':
    case 'slugs':
    case 'variables':
      return named({})
  }
}

const named = ({ objects = [], documents = [], blobs = [] }: Partial<Named>): Named => ({
  objects,
  documents,
  blobs,
})
