import { findAll } from './dom.ts'

async function copyText(text: string, button: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(text)
  button.dataset['done'] = ''
  setTimeout(() => delete button.dataset['done'], 1500)
}

/** Buttons that copy code, a page's Markdown, or an address. Without a clipboard they do not appear. */
export function initCopyButtons(): void {
  if (!('clipboard' in navigator)) return
  for (const button of findAll('[data-copy]', HTMLButtonElement)) {
    button.hidden = false
    button.addEventListener('click', () => {
      const text = button.parentElement?.querySelector('pre')?.textContent ?? ''
      void copyText(text.replace(/\n$/, ''), button)
    })
  }
  for (const button of findAll('[data-copy-page]', HTMLButtonElement)) {
    button.hidden = false
    button.addEventListener('click', () => {
      void fetch(button.dataset['copyPage'] ?? '')
        .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
        .then((text) => copyText(text, button))
    })
  }
  for (const link of findAll('[data-copy-link]', HTMLAnchorElement)) {
    link.addEventListener('click', (event) => {
      event.preventDefault()
      void copyText(link.href, link)
    })
  }
}
