import * as fc from 'fast-check'
import type { Change } from '../edit.ts'
import type { FileRecord, PageFields } from '../model.ts'

/** A plain picture of a revision, to choose changes from and to compare results with. */
export interface ModelPage {
  parent: string | null
  fields: PageFields
  markdown: string
  children: string[]
}

export class Model {
  readonly pages = new Map<string, ModelPage>()
  readonly top: string[] = []
  readonly files = new Map<string, FileRecord>()
  readonly reusable = new Map<string, { title: string; markdown: string }>()
  readonly variables = new Map<string, string>()

  static of(changes: readonly Change[]): Model {
    const model = new Model()
    for (const change of changes) model.apply(change)
    return model
  }

  children(parent: string | null): string[] {
    return parent === null ? this.top : (this.pages.get(parent)?.children ?? [])
  }

  under(id: string): string[] {
    return [id, ...this.children(id).flatMap((child) => this.under(child))]
  }

  apply(change: Change): void {
    switch (change.type) {
      case 'insert-page': {
        const markdown = markdownOf(change.document)
        this.pages.set(change.id, { parent: change.parent, fields: change.fields, markdown, children: [] })
        place(this.children(change.parent), change.id, change.at)
        break
      }
      case 'update-page': {
        const page = this.#page(change.id)
        page.fields = withPatch(page.fields, change.fields)
        if (change.document) page.markdown = markdownOf(change.document)
        break
      }
      case 'move-page': {
        const page = this.#page(change.id)
        const parent = change.parent === undefined ? page.parent : change.parent
        const from = this.children(page.parent)
        from.splice(from.indexOf(change.id), 1)
        page.parent = parent
        place(this.children(parent), change.id, change.at)
        break
      }
      case 'delete-page': {
        const from = this.children(this.#page(change.id).parent)
        from.splice(from.indexOf(change.id), 1)
        for (const id of this.under(change.id)) this.pages.delete(id)
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
        this.reusable.set(change.id, { title: change.title, markdown: markdownOf(change.document) })
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

/** Numbers that become a change once there is a revision to choose from. */
export interface Pick {
  readonly op: number
  readonly a: number
  readonly b: number
  readonly c: number
  readonly word: string
}

export const anyChange = { min: 0, max: 99 }
export const movesAndDeletes = { min: 55, max: 84 }

export const picks = (maxLength: number, op = anyChange): fc.Arbitrary<Pick[]> =>
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

export interface ChooseOptions {
  /** Distinguishes the ids of pages that two sides insert. */
  readonly side: string
  /** Keeps every change to pages below this one, and to files and variables of its name. */
  readonly within?: string
  /** Lets pages want the same slugs; the model then does not know what they get. */
  readonly slugsMeet?: boolean
}

/** Turns numbers into changes that are valid one after the other, and makes them in the model. */
export function choose(model: Model, picks: readonly Pick[], options: ChooseOptions): Change[] {
  const changes: Change[] = []
  for (const [n, pick] of picks.entries()) {
    const change = chooseOne(model, pick, options, `${options.side}${n}`)
    if (change === undefined) continue
    model.apply(change)
    changes.push(change)
  }
  return changes
}

function chooseOne(model: Model, pick: Pick, options: ChooseOptions, fresh: string): Change | undefined {
  const { op, a, b, c, word } = pick
  const { within } = options
  const ids = within === undefined ? [...model.pages.keys()] : model.under(within)
  const id = ids[a % Math.max(ids.length, 1)]
  const places = within === undefined ? [null, ...ids] : ids
  const place = places[b % Math.max(places.length, 1)] ?? null
  const movable = id !== undefined && id !== within
  const shared = within ?? 's'
  const slug = (of: string): string => (options.slugsMeet === true ? `slug-${c % 3}` : `${of}-${word}`)

  if (op < 30 || (op < 70 && id === undefined)) {
    const at = c % 3 === 0 ? undefined : c % (model.children(place).length + 1)
    return {
      type: 'insert-page',
      id: fresh,
      parent: place,
      ...(at !== undefined && { at }),
      fields: { type: 'document', title: `Page ${word}`, slug: slug(fresh) },
      document: { markdown: Array.from({ length: (c % 8) + 1 }, (_, n) => `line ${n}`).join('\n') },
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
  if (op < 75 && movable) {
    if (place !== null && model.under(id).includes(place)) return undefined
    return { type: 'move-page', id, parent: place, at: c % (model.children(place).length + 1) }
  }
  if (op < 85 && movable) return { type: 'delete-page', id }
  if (op < 90) {
    const file = `${shared}-file-${a % 4}`
    if (c % 4 === 0 && model.files.has(file)) return { type: 'delete-file', id: file }
    const name = `${word}${b % 3}.png`
    return { type: 'put-file', id: file, file: { name, contentType: 'image/png', size: c, blob: `b${c}` } }
  }
  if (op < 95) {
    return { type: 'set-variables', variables: { [`${shared}-${a % 3}`]: c % 4 === 0 ? null : word } }
  }
  const reusable = `${shared}-reusable-${a % 3}`
  if (c % 4 === 0 && model.reusable.has(reusable)) return { type: 'delete-reusable-content', id: reusable }
  return { type: 'put-reusable-content', id: reusable, title: word, document: { markdown: `text ${b % 3}` } }
}

function place(list: string[], id: string, at: number | undefined): void {
  list.splice(at ?? list.length, 0, id)
}

function withPatch(fields: PageFields, patch: Readonly<Record<string, unknown>> = {}): PageFields {
  const { type, title, ...rest } = { ...fields, ...patch }
  return { type, title, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) }
}

function markdownOf(document: { markdown: string } | { hash: string } | null | undefined): string {
  return document && 'markdown' in document ? document.markdown : ''
}
