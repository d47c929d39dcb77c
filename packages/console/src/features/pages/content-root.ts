import type { useRouter } from '@tanstack/react-router'
import styles from './page-content.css?inline'

let sharedSheet: CSSStyleSheet | undefined

export function createSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

const isDark = (): boolean => {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

/** Opens the shadow root of an element, with the styles of published pages and those given. */
export function openContentRoot(host: HTMLElement, sheets: readonly CSSStyleSheet[]): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  sharedSheet ??= createSheet(styles)
  root.adoptedStyleSheets = [sharedSheet, ...sheets]
  host.classList.toggle('dark', isDark())
  return root
}

/** Opens links that lead to the console without loading it again. */
export function followLinks(root: ShadowRoot, router: ReturnType<typeof useRouter>): () => void {
  const onClick = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !(event instanceof MouseEvent) || !isPlainClick(event)) return
    const url = new URL(link.href)
    if (url.origin !== location.origin || !url.pathname.startsWith('/app/')) return
    event.preventDefault()
    if (url.pathname === location.pathname) {
      history.replaceState(history.state, '', url.hash)
      scrollToAnchor(root, url.hash)
    } else {
      router.history.push(`${url.pathname}${url.search}${url.hash}`)
    }
  }
  root.addEventListener('click', onClick)
  return () => root.removeEventListener('click', onClick)
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** Scrolls to a heading. Addresses do not reach into a shadow root by themselves. */
export function scrollToAnchor(root: ShadowRoot, hash: string): void {
  if (hash.length < 2) return
  root.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ block: 'start' })
}
