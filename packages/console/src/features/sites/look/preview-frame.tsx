import { useEffect, useRef, useState } from 'react'
import type { SiteLookPreview } from '../../../api/operations.ts'
import { createEmptyDocument, parseServerHtml } from '../../../app/trusted-html.ts'
import type { LiveStyle } from './live-style.ts'

interface PreviewFrameProps {
  title: string
  preview: SiteLookPreview
  /** Shown over the page until the next one is rendered. */
  live: LiveStyle | undefined
  theme: 'light' | 'dark'
  /** Of the window that the page is shown in, in pixels. */
  width: number
  /** Called with the path of a page of the site whose link was pressed. */
  onNavigate: (path: string) => void
}

/**
 * A page of the site as readers get it. The frame runs no script, and is filled from here: it has no address that somebody else
 * could open or frame. A change of the style alone leaves the page where it is.
 */
export function PreviewFrame({ title, preview, live, theme, width, onNavigate }: PreviewFrameProps) {
  const stageRef = useRef<HTMLDivElement>(null)
  const frameRef = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const { scale, height } = useScale(stageRef, width)
  const latest = useRef({ preview, onNavigate })
  latest.current = { preview, onNavigate }

  useEffect(() => {
    const frame = frameRef.current
    if (!frame) return undefined
    const onLoad = (): void => {
      frame.contentDocument?.addEventListener('click', (event) => {
        event.preventDefault()
        followLink(event, latest.current.preview.basePath, latest.current.onNavigate)
      })
      setReady(true)
    }
    frame.addEventListener('load', onLoad)
    frame.srcdoc = createEmptyDocument()
    return () => frame.removeEventListener('load', onLoad)
  }, [])

  const { html, css } = preview
  const rendered = useRef<{ sheets: CSSStyleSheet[]; className: string }>({ sheets: [], className: '' })
  useEffect(() => {
    const document = frameRef.current?.contentDocument
    if (!isReady || !document) return
    showHtml(document, html)
    rendered.current.className = document.documentElement.className
  }, [isReady, html])
  useEffect(() => {
    const window = frameRef.current?.contentWindow
    if (isReady && window) rendered.current.sheets = createStyleSheets(window, css, html)
  }, [isReady, css, html])
  useEffect(() => {
    const window = frameRef.current?.contentWindow
    if (!isReady || !window) return
    const { sheets, className } = rendered.current
    window.document.adoptedStyleSheets = live ? [...sheets, createStyleSheet(window, live.css)] : sheets
    window.document.documentElement.className = live ? replaceClasses(className, live.classes) : className
  }, [isReady, css, html, live])
  useEffect(() => {
    frameRef.current?.contentDocument?.documentElement.setAttribute('data-theme', theme)
  }, [isReady, html, theme])

  return (
    <div className="preview-stage" ref={stageRef}>
      <div className="preview-frame" style={{ width: width * scale, height: height * scale }}>
        <iframe
          ref={frameRef}
          title={title}
          // Without scripts: the page is the site's, and what is in it was written by others.
          sandbox="allow-same-origin"
          style={{ width, height, scale: String(scale) }}
        />
      </div>
    </div>
  )
}

/** How much smaller the page is drawn, so that its width fits, and how high its window is then. */
function useScale(
  stageRef: React.RefObject<HTMLDivElement | null>,
  width: number,
): { scale: number; height: number } {
  const [size, setSize] = useState({ width, height: 800 })
  useEffect(() => {
    const stage = stageRef.current
    if (!stage) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(stage)
    return () => observer.disconnect()
  }, [stageRef])
  const scale = Math.min(1, size.width / width)
  return { scale, height: size.height / scale }
}

function showHtml(document: Document, html: string): void {
  const page = parseServerHtml(html)
  // Styles come as a style sheet of their own, and nothing in the frame runs.
  for (const element of page.querySelectorAll('script, style, link, base, meta[http-equiv]')) element.remove()
  const scroll = document.scrollingElement?.scrollTop ?? 0
  document.replaceChild(document.adoptNode(page.documentElement), document.documentElement)
  document.scrollingElement?.scrollTo({ top: scroll, behavior: 'instant' })
}

/** The style sheet of the site, and the rules of the page. */
function createStyleSheets(window: Window, css: string, html: string): CSSStyleSheet[] {
  const own = Array.from(parseServerHtml(html).querySelectorAll('style'), ({ textContent }) => textContent)
  return [css, ...own].map((text) => createStyleSheet(window, text))
}

/** The content security policy allows no inline style sheet. One that is made by a script is not inline. */
function createStyleSheet(window: Window, css: string): CSSStyleSheet {
  // The constructor of the frame's own window: a document takes no style sheets of another one.
  const { CSSStyleSheet: FrameStyleSheet } = window as Window & typeof globalThis
  const sheet = new FrameStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

const readWord = (name: string): string | undefined => name.split('-')[0]

/** Replaces the classes that begin with the same word as one of those given, such as `theme-clean` by `theme-bold`. */
function replaceClasses(className: string, classes: readonly string[]): string {
  const words = new Set(classes.map(readWord))
  return [...className.split(' ').filter((name) => !words.has(readWord(name))), ...classes].join(' ')
}

function followLink(event: MouseEvent, basePath: string, onNavigate: (path: string) => void): void {
  // The target belongs to the frame, whose classes are others than those of this window.
  const target = event.target as Element | null
  const link = target?.closest('a')
  const href = link?.getAttribute('href')
  if (href === undefined || href === null) return
  if (href.startsWith('#')) {
    link?.ownerDocument.querySelector(`#${CSS.escape(href.slice(1))}`)?.scrollIntoView()
    return
  }
  const path = href.replace(/[?#].*$/, '')
  if (`${path}/`.startsWith(basePath)) onNavigate(path.slice(basePath.length))
}
