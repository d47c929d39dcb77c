import { one } from './dom.ts'

/** Whether a page helped. */
export function feedback(): void {
  const form = one('[data-feedback]', HTMLElement)
  const address = form?.dataset['feedback']
  if (!form || address === undefined) return
  form.hidden = false
  form.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button) return
    form.textContent = form.dataset['thanks'] ?? ''
    void fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ page: location.pathname, rating: button.value }),
    })
  })
}
