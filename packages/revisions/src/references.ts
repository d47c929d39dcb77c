import { decodeFile, decodePage, decodeReusableContent, loadRoot, type Root } from './model.ts'
import type { Hash } from './encoding.ts'
import { Workspace } from './workspace.ts'
import { isLeaf, loadNode, type TreeRef } from './tree.ts'

/** The part of a revision that an object belongs to: its root, or one of its trees. */
export type RevisionPart = 'root' | keyof Root

/** What an object refers to: other objects, documents, and blobs in the file store. */
export interface ObjectReferences {
  readonly objects: readonly { readonly hash: Hash; readonly part: RevisionPart }[]
  readonly documents: readonly Hash[]
  readonly blobs: readonly string[]
}

/**
 * Reads what an object of a revision refers to. A garbage collector that follows these references from a root
 * finds everything that the revision consists of.
 */
export async function readReferences(
  hash: Hash,
  part: RevisionPart,
  bytes: Uint8Array,
): Promise<ObjectReferences> {
  const workspace = new Workspace({ get: () => Promise.resolve(new Map([[hash, bytes]])) })
  if (part === 'root') {
    const trees = Object.entries(await loadRoot(workspace, hash)) as [keyof Root, TreeRef | null][]
    return createReferences({
      objects: trees.flatMap(([name, tree]) => (tree ? [{ hash: tree.hash, part: name }] : [])),
    })
  }
  const node = await loadNode(workspace, hash)
  if (!isLeaf(node))
    return createReferences({ objects: node.children.map((child) => ({ hash: child.hash, part })) })
  const values = node.entries.map(({ value }) => value)
  switch (part) {
    case 'pages': {
      const pages = values.map(decodePage)
      return createReferences({
        objects: pages.flatMap(({ children }) =>
          children ? [{ hash: children.hash, part: 'children' as const }] : [],
        ),
        documents: pages.flatMap(({ document }) => document ?? []),
      })
    }
    case 'files':
      return createReferences({ blobs: values.map((value) => decodeFile(value).blob) })
    case 'reusableContents':
      return createReferences({
        documents: values.flatMap((value) => decodeReusableContent(value).document ?? []),
      })
    case 'children':
    case 'slugs':
    case 'variables':
      return createReferences({})
  }
}

const createReferences = ({
  objects = [],
  documents = [],
  blobs = [],
}: Partial<ObjectReferences>): ObjectReferences => ({
  objects,
  documents,
  blobs,
})
