import type { FieldChanges, RevisionDiff } from './diff.ts'
import type { Change, FieldsPatch } from './edit.ts'
import type { Page } from './model.ts'

/**
 * The changes that turn the older revision of a diff into the newer one, exactly. Apply them with
 * `{ slugs: 'exact' }`: pages may trade slugs on the way.
 */
export function changesOf(diff: RevisionDiff): Change[] {
  return [...pageChanges(diff), ...recordChanges(diff)]
}

function pageChanges({ pages }: RevisionDiff): Change[] {
  const created = pages.filter((change) => change.kind === 'created')
  const moved = pages.filter((change) => change.kind === 'moved')
  const deleted = new Set(pages.flatMap((change) => (change.kind === 'deleted' ? [change.before.id] : [])))
  const changes: Change[] = []

  // Everything that moves first waits at the end of the top level. So no move goes under itself on the way,
  // no deletion takes a page along that was saved from it, and what stays is in order in front of what comes.
  const end = Number.MAX_SAFE_INTEGER
  for (const { after } of moved) changes.push({ type: 'move-page', id: after.id, parent: null, at: end })
  for (const page of parentsFirst(created.map(({ after }) => after))) {
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
        fields: patchOf(change.fields),
        ...(document && { document: document.after === null ? null : { hash: document.after } }),
      })
    }
    if (change.kind === 'deleted' && (change.before.parent === null || !deleted.has(change.before.parent))) {
      changes.push({ type: 'delete-page', id: change.before.id })
    }
  }
  // From the front of each list to its end, so that every index counts pages that are in place already.
  for (const { after, at } of [...created, ...moved].sort((a, b) => a.at - b.at)) {
    changes.push({ type: 'move-page', id: after.id, parent: after.parent, at })
  }
  return changes
}

function recordChanges({ files, reusableContents, variables }: RevisionDiff): Change[] {
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
    const { title, document, ...created } = change.after
    const { title: _, document: __, ...edited } = change.kind === 'edited' ? change.fields : {}
    changes.push({
      type: 'put-reusable-content',
      id: change.id,
      title,
      fields: change.kind === 'edited' ? patchOf(edited) : created,
      document: document === null ? null : { hash: document },
    })
  }
  if (variables.length > 0) {
    const values = variables.map(({ name, after }) => [name, after ?? null] as const)
    changes.push({ type: 'set-variables', variables: Object.fromEntries(values) })
  }
  return changes
}

function parentsFirst(pages: readonly Page[]): Page[] {
  const ids = new Set(pages.map(({ id }) => id))
  const waiting = Map.groupBy(pages, ({ parent }) => (parent !== null && ids.has(parent) ? parent : null))
  const ordered: Page[] = []
  let level = waiting.get(null) ?? []
  while (level.length > 0) {
    for (const page of level) ordered.push(page)
    level = level.flatMap(({ id }) => waiting.get(id) ?? [])
  }
  return ordered
}

function patchOf(fields: FieldChanges): FieldsPatch {
  return Object.fromEntries(Object.entries(fields).map(([name, { after }]) => [name, after ?? null]))
}
