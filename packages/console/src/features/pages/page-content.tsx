import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { fillWithServerHtml } from '../../app/trusted-html.ts'
import { createSheet, followLinks, openContentRoot, scrollToAnchor } from './content-root.ts'
import { showPageDiagrams } from './diagrams.ts'

interface PageContentProps {
  html: string
  /** The rules that the HTML needs besides those of every page, such as the widths of its columns. */
  styles: string
  /** Is given the root whenever it is filled. */
  onFill?: (root: ShadowRoot) => void
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
    const root = openContentRoot(host, [createSheet(pageStyles)])
    fillWithServerHtml(root, `<div class="content">${html}</div>`)
    showCopyButtons(root)
    void showPageDiagrams(root)
    onFill?.(root)
    scrollToAnchor(root, location.hash)
    return followLinks(root, router)
  }, [html, pageStyles, router, onFill])
  return <div ref={ref} className="page-content" />
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
