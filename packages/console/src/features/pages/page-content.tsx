import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { fillWithServerHtml } from '../../app/trusted-html.ts'
import styles from './page-content.css?inline'

interface PageContentProps {
  html: string
  /** The rules that the HTML needs besides those of every page, such as the widths of its columns. */
  styles: string
  /** Is given the root whenever it is filled. */
  onFill?: (root: ShadowRoot) => void
}

let sharedSheet: CSSStyleSheet | undefined

function createSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

const isDark = (): boolean => {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

/**
 * A page as the published site shows it. It is in a shadow root: the styles of sites and of the console have names in common,
 * and an author's page must not look like a part of the console.
 */
export function PageContent({ html, styles: pageStyles, onFill }: PageContentProps) {
  const ref = useRef<HTMLDivElement>(null)
  const router = useRouter()
  useEffect(() => {
    const host = ref.current
    if (!host) return undefined
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    sharedSheet ??= createSheet(styles)
    root.adoptedStyleSheets = [sharedSheet, createSheet(pageStyles)]
    fillWithServerHtml(root, `<div class="content">${html}</div>`)
    host.classList.toggle('dark', isDark())
    showCopyButtons(root)
    onFill?.(root)
    scrollToAnchor(root, location.hash)
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
  }, [html, pageStyles, router, onFill])
  return <div ref={ref} className="page-content" />
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** Scrolls to a heading. Addresses do not reach into a shadow root by themselves. */
export function scrollToAnchor(root: ShadowRoot, hash: string): void {
  if (hash.length < 2) return
  root.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ block: 'start' })
}

const CONFIRMATION_MS = 1500

/** The buttons that copy code are hidden until something makes them work. */
function showCopyButtons(root: ShadowRoot): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => void copyCode(button))
  }
}

async function copyCode(button: HTMLButtonElement): Promise<void> {
  const text = button.parentElement?.querySelector('pre')?.textContent ?? ''
  await navigator.clipboard.writeText(text.replace(/\n$/, ''))
  button.dataset['done'] = ''
  setTimeout(() => delete button.dataset['done'], CONFIRMATION_MS)
}
