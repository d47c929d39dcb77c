/**
 * Content-addressed revisions: edit, read, compare and merge. Pure functions over a store of objects.
 *
 * Terminology
 *
 * - **Object**: bytes that never change, known by their hash. Roots, nodes and documents are objects.
 * - **Hash**: SHA-256 of an object's bytes. The bytes begin with the version of the encoding and the kind.
 * - **Reader**: whoever fetches objects by hash. This package does no I/O; it asks a reader, a level of a
 *   tree at a time, and gives back the objects to write.
 * - **Root**: the object at the top of a revision's content, and its hash. Equal content has equal roots,
 *   however it came about.
 * - **Revision**: here, what a root holds. Who made it, when and from which parents is the server's to keep.
 * - **Tree**: an ordered list of entries, cut into nodes. A *map* is a tree sorted by key; a *sequence* is a
 *   tree of keys in an order of its own. (The tree of *pages* is what readers see: pages under pages.)
 * - **Node**: one object of a tree: entries in a leaf, references to nodes above it.
 * - **Entry**: a key of a tree with its value, such as a page's id with the page's record.
 * - **Record**: what a revision stores of a page, a file or a reusable content.
 * - **Page**: identified by its id through all edits, moves and merges. Its record has its parent, its fields,
 *   its document and the sequence of its children.
 * - **Field**: one piece of a page's metadata, such as `title`; compared and merged by itself.
 * - **Document**: a Markdown text, byte for byte as given, as an object.
 * - **Blob**: the bytes of a file. They live in the file store; a file's record has their key.
 * - **Reusable content**: a document with a title that pages include.
 * - **Slug**: what a page adds to the path of its parent; unique among siblings.
 * - **Change**: one step of an edit; changes are applied in order, all or none.
 * - **Draft**: a root and what is changed on top of it, in memory.
 * - **Base, ours, theirs**: the common ancestor of a merge and its two sides. Where the sides cannot be
 *   reconciled, the result has ours or both, and a **conflict** names it.
 */
export type { Conflict, ConflictKind, Sides } from './conflict.ts'
export { diffRevisions } from './diff.ts'
export type { FieldChanges, PageChange, RecordChange, RevisionDiff, VariableChange } from './diff.ts'
export { applyChanges, emptyRevision } from './edit.ts'
export type { Change, DocumentInput, EditOptions, FieldsPatch } from './edit.ts'
export { hashOf } from './encoding.ts'
export type { Hash, Json, JsonObject } from './encoding.ts'
export {
  CorruptObject,
  DuplicatePage,
  DuplicateSlug,
  InvalidValue,
  MissingObject,
  PageUnderItself,
  RevisionError,
  UnknownFile,
  UnknownPage,
  UnknownReusableContent,
} from './errors.ts'
export { mergeRevisions } from './merge.ts'
export type { MergeOptions, MergeResult } from './merge.ts'
export type { FileRecord, GitBlob, Page, PageFields, PageType, ReusableContentRecord } from './model.ts'
export type { ObjectReader, Written } from './objects.ts'
export { namedBy } from './reach.ts'
export type { Named, Part } from './reach.ts'
export { changesOf } from './replay.ts'
export { hasConflictMarkers, mergeMarkdown } from './text.ts'
export type { Labels, Marking, MergedText } from './text.ts'
export { verifyRevision } from './verify.ts'
export { RevisionView } from './view.ts'
export type { File, List, PageTree, PageWithPath, ReusableContent } from './view.ts'
