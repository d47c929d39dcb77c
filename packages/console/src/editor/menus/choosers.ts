import type { ContentRef, MediaRef } from '@verso/editor'
import type { EditorContext } from '../context.ts'
import { createElement } from '../dom.ts'
import type { ApiOperation, Person } from '../options.ts'
import { openSearchForm } from './search-form.ts'
import type { Suggestion } from './suggestion-field.ts'

interface ChooserOptions<Value> {
  /** What the form opens beside. */
  target: DOMRect
  onChoose: (value: Value) => void
  /** Called when the form goes without a choice, with what was typed. `isLeft` says that the focus is elsewhere. */
  onClose: (query: string, isLeft: boolean) => void
}

/** Chooses a text that several pages show, by its title. */
export function chooseReusableContent(context: EditorContext, options: ChooserOptions<ContentRef>): void {
  const { labels } = context
  openSearchForm(context, {
    ...options,
    label: labels.reusableContent,
    placeholder: labels.searchByTitle,
    search: async (query) =>
      ((await context.options.searchReusableContent?.(query)) ?? []).map(({ title, ref }) => ({
        title,
        value: ref,
      })),
  })
}

/** Chooses a page, by its title. */
export function choosePage(context: EditorContext, options: ChooserOptions<ContentRef>): void {
  const { labels } = context
  openSearchForm(context, {
    ...options,
    label: labels.mention,
    placeholder: labels.searchByTitle,
    search: async (query) =>
      ((await context.options.searchPages?.(query)) ?? []).map(({ title, description = '', ref }) => ({
        title,
        description,
        value: ref,
      })),
  })
}

/** Chooses a file that the space has already, by its name. */
export function chooseStoredFile(
  context: EditorContext,
  kind: 'file' | 'image',
  options: ChooserOptions<MediaRef>,
): void {
  const { labels } = context
  openSearchForm(context, {
    ...options,
    label: kind === 'image' ? labels.storedImage : labels.storedFile,
    placeholder: labels.searchByName,
    search: async (query) =>
      ((await context.options.searchFiles?.(query, kind)) ?? []).map(({ name, description, ref }) => ({
        title: name,
        description,
        value: ref,
      })),
  })
}

/** Chooses somebody of the organization, by their name. */
export function choosePerson(context: EditorContext, options: ChooserOptions<Person>): void {
  const { labels } = context
  openSearchForm(context, {
    ...options,
    label: labels.addPerson,
    placeholder: labels.searchByName,
    search: async (query) =>
      ((await context.options.searchPeople?.(query)) ?? []).map((person) => {
        const { name: title, description = '' } = person
        return { title, description, value: person }
      }),
  })
}

/** Chooses an operation of an API: first its specification, then the operation. */
export function chooseOperation(
  context: EditorContext,
  { target, onChoose, onClose }: ChooserOptions<ApiOperation & { spec: string }>,
): void {
  const { labels, options } = context
  const chooseWithin = (spec: string): void =>
    openSearchForm(context, {
      label: labels.openApi,
      placeholder: labels.searchOperations,
      target,
      search: async (query) =>
        ((await options.searchApiOperations?.(spec, query)) ?? []).map((operation) => ({
          title: `${operation.method.toUpperCase()} ${operation.path}`,
          description: operation.summary,
          value: { spec, ...operation },
        })),
      onChoose,
      onClose,
    })
  openSearchForm(context, {
    label: labels.apiSpec,
    placeholder: labels.searchByTitle,
    target,
    search: async (query) =>
      ((await options.searchApiSpecs?.(query)) ?? []).map((spec) => ({ title: spec, value: spec })),
    onChoose: chooseWithin,
    onClose,
  })
}

/** Chooses an icon by its name, or by what it shows. */
export function chooseIcon(context: EditorContext, options: ChooserOptions<string>): void {
  openSearchForm(context, {
    ...options,
    label: context.labels.icon,
    placeholder: context.labels.searchIcons,
    search: (query) => suggestIcons(context, query),
  })
}

export const suggestIcons = async (
  { options }: EditorContext,
  query: string,
): Promise<Suggestion<string>[]> =>
  ((await options.searchIcons?.(query)) ?? []).map((name) => ({
    title: name,
    value: name,
    createSign: () => createNamedIcon(name),
  }))

/** An icon by the name that Font Awesome has for it. Any name can be in a document: only what can be one is asked for. */
export function createNamedIcon(name: string): HTMLElement {
  const safeName = /^[\w-]{1,60}$/.test(name) ? name : 'circle-dot'
  const sign = createElement('span', { class: 'page-icon', 'aria-hidden': 'true' })
  sign.style.setProperty('--icon', `url("/app/icons/${safeName}.svg")`)
  return sign
}
