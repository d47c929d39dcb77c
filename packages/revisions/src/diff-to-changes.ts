import type { FieldChanges, RevisionDiff } from './diff.ts'
import type { Change, FieldsPatch } from './edit.ts'
import type { Page } from './model.ts'

/**
 * Creates the changes that turn the older revision of a diff into exactly the newer one. Apply them with
 * `{ slugs: 'exact' }`, because pages may exchange slugs.
 */
export function convertDiffToChanges(diff: RevisionDiff): Change[] {
  return [...createPageChanges(diff), ...createRecordChanges(diff)]
}

function createPageChanges({ pages }: RevisionDiff): Change[] {
  const createdPages = pages.filter((change) => change.kind === 'created')
  const movedPages = pages.filter((change) => change.kind === 'moved')
  const deletedIds = new Set(pages.flatMap((change) => (change.kind === 'deleted' ? [change.before.id] : [])))
  const changes: Change[] = []

  // Every moved page first goes to the end of the top level. Then no move puts a page under itself, no deletion
  // deletes a page that was moved out, and the pages that stay are in order before those that arrive.
  const end = Number.MAX_SAFE_INTEGER
  for (const { after } of movedPages) changes.push({ type: 'move-page', id: after.id, parent: null, at: end })
  for (const page of sortParentsFirst(createdPages.map(({ after }) => after))) {
    changes.push({
      type: 'insert-page',
      id: page.id,
      parent: page.parent,
      fields: page.fields,
      document: page.document === null ? null : { hash: page.document },
    })
  }
  for (const change of pages) {
    if (change.kind === 'edited') {
      const { document } = change
      changes.push({
        type: 'update-page',
        id: change.after.id,
        fields: createPatch(change.fields),
        ...(document && { document: document.after === null ? null : { hash: document.after } }),
      })
    }
    if (
      change.kind === 'deleted' &&
      (change.before.parent === null || !deletedIds.has(change.before.parent))
    ) {
      changes.push({ type: 'delete-page', id: change.before.id })
    }
  }
  // Pages are moved from the front of each list to its end, so that every index counts pages that are already
  // there.
  for (const { after, at } of [...createdPages, ...movedPages].sort((a, b) => a.at - b.at)) {
    changes.push({ type: 'move-page', id: after.id, parent: after.parent, at })
  }
  return changes
}

function createRecordChanges({ files, reusableContents, variables }: RevisionDiff): Change[] {
  const changes: Change[] = []
  for (const change of files) {
    if (change.kind === 'deleted') changes.push({ type: 'delete-file', id: change.id })
    else changes.push({ type: 'put-file', id: change.id, file: change.after })
  }
  for (const change of reusableContents) {
    if (change.kind === 'deleted') {
      changes.push({ type: 'delete-reusable-content', id: change.id })
      continue
    }
    const { title, document, ...createdFields } = change.after
    const { title: _, document: __, ...editedFields } = change.kind === 'edited' ? change.fields : {}
    changes.push({
      type: 'put-reusable-content',
      id: change.id,
      title,
      fields: change.kind === 'edited' ? createPatch(editedFields) : createdFields,
      document: document === null ? null : { hash: document },
    })
  }
  if (variables.length > 0) {
    const values = variables.map(({ name, after }) => [name, after ?? null] as const)
    changes.push({ type: 'set-variables', variables: Object.fromEntries(values) })
  }
  return changes
}

function sortParentsFirst(pages: readonly Page[]): Page[] {
  const ids = new Set(pages.map(({ id }) => id))
  const pagesByParent = Map.groupBy(pages, ({ parent }) =>
    parent !== null && ids.has(parent) ? parent : null,
  )
  const orderedPages: Page[] = []
  let level = pagesByParent.get(null) ?? []
  while (level.length > 0) {
    for (const page of level) orderedPages.push(page)
    level = level.flatMap(({ id }) => pagesByParent.get(id) ?? [])
  }
  return orderedPages
}

function createPatch(fields: FieldChanges): FieldsPatch {
  return Object.fromEntries(Object.entries(fields).map(([name, { after }]) => [name, after ?? null]))
}
