/**
 * Content-addressed revisions of a space: edit, read, compare and merge them. Pure functions over a store of objects.
 *
 * Terminology
 *
 * - **Object**: immutable bytes, identified by their hash. Roots, nodes and documents are objects.
 * - **Hash**: the SHA-256 of an object's bytes, which begin with the version of the encoding and the object's kind.
 * - **Reader**: reads objects by hash from a store. This package does no I/O: it asks a reader for one level of a
 *   tree at a time, and returns the objects to write.
 * - **Root**: the object at the top of a revision's content, and its hash. Equal content has equal roots, whatever
 *   its history.
 * - **Revision**: the content of a root. The server stores who made a revision, when and from which parents.
 * - **Tree**: an ordered list of entries, split into nodes. A *map* is a tree sorted by key; a *sequence* is a tree
 *   of keys in an order of their own. (The *page tree* is something else: the pages and their subpages.)
 * - **Node**: one object of a tree. A leaf has entries, an inner node has references to nodes.
 * - **Entry**: a key of a tree with its value, such as a page's id with the page's record.
 * - **Record**: the data that a revision stores for a page, a file or a reusable content.
 * - **Page**: keeps its id through all edits, moves and merges. Its record has its parent, its fields, its document
 *   and the sequence of its children.
 * - **Field**: one value of a page's metadata, such as `title`. Fields are compared and merged one by one.
 * - **Document**: an object with a Markdown text, byte for byte as given.
 * - **Blob**: the bytes of a file. They are in the file store; the record of the file has their key.
 * - **Reusable content**: a document with a title that pages include.
 * - **Slug**: the last segment of a page's path, unique among siblings.
 * - **Change**: one step of an edit. Changes are applied in order, all or none.
 * - **Draft**: a root and the changes on top of it, in memory.
 * - **Base, ours, theirs**: the common ancestor of a merge and its two sides. Where the sides cannot be reconciled,
 *   the result has our version or both, and reports a **conflict**.
 */
export type { Conflict, ConflictKind, Sides } from './conflict.ts'
export { diffRevisions } from './diff.ts'
export type { FieldChanges, PageChange, RecordChange, RevisionDiff, VariableChange } from './diff.ts'
export { applyChanges, emptyRevision } from './edit.ts'
export type { Change, DocumentInput, EditOptions, FieldsPatch } from './edit.ts'
export { hashObject } from './encoding.ts'
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
export type { ObjectReader, ParsedObject, ParsedObjects, WrittenRevision } from './workspace.ts'
export { findLeftSlugs } from './left-slugs.ts'
export type { LeftSlug } from './left-slugs.ts'
export { readReferences } from './references.ts'
export type { ObjectReferences, RevisionPart } from './references.ts'
export { listPagesInOrder, updatePageOrder } from './page-order.ts'
export type { IsClosed, OrderedPage, PageOrder, UpdatedPageOrder } from './page-order.ts'
export { convertDiffToChanges } from './diff-to-changes.ts'
export { hasConflictMarkers, mergeMarkdown } from './merge-markdown.ts'
export type { ConflictLabels, ConflictStyle, MergedText } from './merge-markdown.ts'
export { findLineOrigins, splitLines } from './line-origins.ts'
export { verifyRevision } from './verify.ts'
export { RevisionView } from './view.ts'
export type { FileEntry, ListPage, PageTree, PageWithPath, ReusableContent } from './view.ts'
