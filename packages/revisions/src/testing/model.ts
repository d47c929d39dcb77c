import * as fc from 'fast-check'
import type { Change } from '../edit.ts'
import type { FileRecord, PageFields } from '../model.ts'

/** A simple model of a revision, to create valid changes from and to compare results with. */
export interface ModelPage {
  parent: string | null
  fields: PageFields
  markdown: string
  children: string[]
}

export class RevisionModel {
  readonly pages = new Map<string, ModelPage>()
  readonly topLevel: string[] = []
  readonly files = new Map<string, FileRecord>()
  readonly reusable = new Map<string, { title: string; markdown: string }>()
  readonly variables = new Map<string, string>()

  static fromChanges(changes: readonly Change[]): RevisionModel {
    const model = new RevisionModel()
    for (const change of changes) model.apply(change)
    return model
  }

  children(parent: string | null): string[] {
    return parent === null ? this.topLevel : (this.pages.get(parent)?.children ?? [])
  }

  listSubtree(id: string): string[] {
    return [id, ...this.children(id).flatMap((child) => this.listSubtree(child))]
  }

  apply(change: Change): void {
    switch (change.type) {
      case 'insert-page': {
        const markdown = readMarkdown(change.document)
        this.pages.set(change.id, { parent: change.parent, fields: change.fields, markdown, children: [] })
        insertAt(this.children(change.parent), change.id, change.at)
        break
      }
      case 'update-page': {
        const page = this.#page(change.id)
        page.fields = patchFields(page.fields, change.fields)
        if (change.document) page.markdown = readMarkdown(change.document)
        break
      }
      case 'move-page': {
        const page = this.#page(change.id)
        const parent = change.parent === undefined ? page.parent : change.parent
        const siblings = this.children(page.parent)
        siblings.splice(siblings.indexOf(change.id), 1)
        page.parent = parent
        insertAt(this.children(parent), change.id, change.at)
        break
      }
      case 'delete-page': {
        const siblings = this.children(this.#page(change.id).parent)
        siblings.splice(siblings.indexOf(change.id), 1)
        for (const id of this.listSubtree(change.id)) this.pages.delete(id)
        break
      }
      case 'put-file':
        this.files.set(change.id, change.file)
        break
      case 'delete-file':
        this.files.delete(change.id)
        break
      case 'set-variables':
        for (const [name, value] of Object.entries(change.variables)) {
          if (value === null) this.variables.delete(name)
          else this.variables.set(name, value)
        }
        break
      case 'put-reusable-content':
        this.reusable.set(change.id, { title: change.title, markdown: readMarkdown(change.document) })
        break
      case 'delete-reusable-content':
        this.reusable.delete(change.id)
        break
    }
  }

  #page(id: string): ModelPage {
    const page = this.pages.get(id)
    if (page === undefined) throw new Error(`The model has no page ${id}`)
    return page
  }
}

/** Random numbers from which `createChanges` makes a change that is valid for a given revision. */
export interface ChangeSeed {
  readonly op: number
  readonly a: number
  readonly b: number
  readonly c: number
  readonly word: string
}

export const allOperations = { min: 0, max: 99 }
export const movesAndDeletes = { min: 55, max: 84 }

export const arbitrarySeeds = (maxLength: number, op = allOperations): fc.Arbitrary<ChangeSeed[]> =>
  fc.array(
    fc.record({
      op: fc.integer(op),
      a: fc.nat({ max: 999 }),
      b: fc.nat({ max: 999 }),
      c: fc.nat({ max: 99 }),
      word: fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'ёж', '𝕏', ''),
    }),
    { maxLength },
  )

export interface CreateChangesOptions {
  /** A prefix for the ids of inserted pages, so that two sides insert different pages. */
  readonly side: string
  /** Restricts changes to the pages below this one, and to files and variables with its name. */
  readonly within?: string
  /** Lets siblings ask for the same slug. The model does not know which slugs they then get. */
  readonly allowSlugConflicts?: boolean
}

/** Creates changes that are valid one after the other, and applies them to the model. */
export function createChanges(
  model: RevisionModel,
  seeds: readonly ChangeSeed[],
  options: CreateChangesOptions,
): Change[] {
  const changes: Change[] = []
  for (const [index, seed] of seeds.entries()) {
    const change = createChange(model, seed, options, `${options.side}${index}`)
    if (change === undefined) continue
    model.apply(change)
    changes.push(change)
  }
  return changes
}

function createChange(
  model: RevisionModel,
  seed: ChangeSeed,
  options: CreateChangesOptions,
  newId: string,
): Change | undefined {
  const { op, a, b, c, word } = seed
  const { within } = options
  const ids = within === undefined ? [...model.pages.keys()] : model.listSubtree(within)
  const id = ids[a % Math.max(ids.length, 1)]
  const possibleParents = within === undefined ? [null, ...ids] : ids
  const parent = possibleParents[b % Math.max(possibleParents.length, 1)] ?? null
  const isMovable = id !== undefined && id !== within
  const sharedName = within ?? 's'
  const slug = (id: string): string =>
    options.allowSlugConflicts === true ? `slug-${c % 3}` : `${id}-${word}`

  if (op < 30 || (op < 70 && id === undefined)) {
    const at = c % 3 === 0 ? undefined : c % (model.children(parent).length + 1)
    return {
      type: 'insert-page',
      id: newId,
      parent,
      ...(at !== undefined && { at }),
      fields: { type: 'document', title: `Page ${word}`, slug: slug(newId) },
      document: { markdown: Array.from({ length: (c % 8) + 1 }, (_, index) => `line ${index}`).join('\n') },
    }
  }
  if (op < 45 && id !== undefined) {
    const lines = (model.pages.get(id)?.markdown ?? '').split('\n')
    lines.splice(b % (lines.length + 1), c % 2, `${word} by ${options.side}`)
    return { type: 'update-page', id, document: { markdown: lines.join('\n') } }
  }
  if (op < 55 && id !== undefined) {
    const field = ['title', 'description', 'icon', 'slug'][b % 4] ?? 'title'
    const value = field === 'slug' ? slug(id) : `${word}${c % 3}`
    return { type: 'update-page', id, fields: { [field]: value === '' ? null : value } }
  }
  if (op < 75 && isMovable) {
    if (parent !== null && model.listSubtree(id).includes(parent)) return undefined
    return { type: 'move-page', id, parent, at: c % (model.children(parent).length + 1) }
  }
  if (op < 85 && isMovable) return { type: 'delete-page', id }
  if (op < 90) {
    const file = `${sharedName}-file-${a % 4}`
    if (c % 4 === 0 && model.files.has(file)) return { type: 'delete-file', id: file }
    const name = `${word}${b % 3}.png`
    return { type: 'put-file', id: file, file: { name, contentType: 'image/png', size: c, blob: `b${c}` } }
  }
  if (op < 95) {
    return { type: 'set-variables', variables: { [`${sharedName}-${a % 3}`]: c % 4 === 0 ? null : word } }
  }
  const reusableId = `${sharedName}-reusable-${a % 3}`
  if (c % 4 === 0 && model.reusable.has(reusableId))
    return { type: 'delete-reusable-content', id: reusableId }
  return {
    type: 'put-reusable-content',
    id: reusableId,
    title: word,
    document: { markdown: `text ${b % 3}` },
  }
}

function insertAt(list: string[], id: string, at: number | undefined): void {
  list.splice(at ?? list.length, 0, id)
}

function patchFields(fields: PageFields, patch: Readonly<Record<string, unknown>> = {}): PageFields {
  const { type, title, ...rest } = { ...fields, ...patch }
  return { type, title, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) }
}

function readMarkdown(document: { markdown: string } | { hash: string } | null | undefined): string {
  return document && 'markdown' in document ? document.markdown : ''
}
