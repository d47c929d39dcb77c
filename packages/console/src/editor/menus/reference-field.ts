import { type ContentRef, isSafeAddress, parseReference } from '@verso/editor'
import type { EditorContext } from '../context.ts'
import { SuggestionField } from './suggestion-field.ts'

interface ReferenceFieldOptions {
  id: string
  value: string
  onChoose: (ref: ContentRef) => void
  onChange: () => void
}

/** What was typed or chosen: a reference, nothing, or an address that must not be used. */
export type ReferenceInput = { ref: ContentRef | undefined } | { isUnsafe: true }

/** A field for a page of the space, which is searched for, or an address. */
export class ReferenceField {
  readonly field: SuggestionField<ContentRef>

  constructor({ labels, options }: EditorContext, { id, value, onChoose, onChange }: ReferenceFieldOptions) {
    this.field = new SuggestionField<ContentRef>({
      id,
      label: labels.linkAddress,
      placeholder: labels.linkPlaceholder,
      search: (query) => {
        if (!options.searchPages || looksLikeAddress(query)) return undefined
        return options
          .searchPages(query)
          .then((pages) =>
            pages.map(({ title, description, ref }) =>
              description === undefined ? { title, value: ref } : { title, description, value: ref },
            ),
          )
      },
      onChoose,
      onChange,
    })
    this.field.input.value = value
  }

  async read(): Promise<ReferenceInput> {
    const { query } = this.field
    await this.field.settle()
    const { active } = this.field
    if (active) return { ref: active.value }
    const address = completeAddress(query)
    if (address === '') return { ref: undefined }
    return isSafeAddress(address) ? { ref: parseReference(address) } : { isUnsafe: true }
  }
}

const looksLikeAddress = (text: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/|#|\.{1,2}\/|www\.)/i.test(text)

/** People leave out what browsers add. */
export function completeAddress(text: string): string {
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)) return `mailto:${text}`
  return /^(?:www\.|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|app|de|fr|eu)(?:\/|$))/i.test(text)
    ? `https://${text}`
    : text
}
