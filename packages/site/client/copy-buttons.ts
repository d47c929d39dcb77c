import { findAll } from './dom.ts'

const CONFIRMATION_MS = 1500

async function copyText(text: string, button: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(text)
  button.dataset['done'] = ''
  setTimeout(() => delete button.dataset['done'], CONFIRMATION_MS)
}

/** Shows the buttons that copy code. They stay hidden if there is no clipboard. */
export function showCodeCopyButtons(root?: ParentNode): void {
  if (!('clipboard' in navigator)) return
  for (const button of findAll('[data-copy]', HTMLButtonElement, root)) {
    button.hidden = false
    button.addEventListener('click', () => {
      const text = button.parentElement?.querySelector('pre')?.textContent ?? ''
      void copyText(text.replace(/\n$/, ''), button)
    })
  }
}

/** Shows the buttons that copy code, the page's Markdown or a URL. */
export function initCopyButtons(): void {
  showCodeCopyButtons()
  if (!('clipboard' in navigator)) return
  for (const button of findAll('[data-copy-page]', HTMLButtonElement)) {
    button.hidden = false
    button.addEventListener('click', () => {
      void fetch(button.dataset['copyPage'] ?? '')
        .then((response) => (response.ok ? response.text() : Promise.reject(new Error(response.statusText))))
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
