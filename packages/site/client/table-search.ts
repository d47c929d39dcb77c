import { findAll } from './dom.ts'

/** Filters searchable tables to the rows that contain all words of the query. */
export function initTableSearch(): void {
  for (const input of findAll('[data-table-search]', HTMLInputElement)) {
    const rows = findAll('tbody tr', HTMLTableRowElement, input.parentElement ?? document)
    input.hidden = false
    input.addEventListener('input', () => {
      const words = input.value.toLowerCase().split(/\s+/)
      for (const row of rows) {
        const text = row.textContent?.toLowerCase() ?? ''
        row.hidden = !words.every((word) => text.includes(word))
      }
    })
  }
}
