import { useEffect, useRef } from 'react'
import { SuggestionField } from '../src/editor/menus/suggestion-field.ts'
import '../src/editor/editor.css'
import { longText, rtlText } from './samples.ts'

const pages = ['Relay guide', 'Retries', 'Rate limits', 'Runbooks', longText, rtlText]

/** The field with suggestions that the editor has, which is made without React. */
export function Combobox() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = new SuggestionField<string>({
      id: 'design',
      label: 'Page to link to',
      placeholder: 'Type R',
      search: async (query) =>
        pages
          .filter((title) => title.toLowerCase().includes(query.toLowerCase()))
          .map((title) => ({ title, description: 'Product', value: title })),
      onChoose: (title) => {
        field.input.value = title
        field.clear()
      },
    })
    ref.current?.replaceChildren(field.input, field.list)
    return () => field.close()
  }, [])
  return <div ref={ref} className="stack-small" />
}
