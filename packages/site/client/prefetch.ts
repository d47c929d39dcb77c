const prefetchedUrls = new Set<string>()

const HOVER_DELAY_MS = 60
const FOCUS_DELAY_MS = 100

/** Prefetches a page of this site once, so that it is loaded when the reader follows its link. */
function prefetch(link: HTMLAnchorElement): void {
  const url = new URL(link.href)
  url.hash = ''
  const isOtherPage =
    url.origin === location.origin && url.pathname !== location.pathname && url.search === ''
  if (
    !isOtherPage ||
    link.hasAttribute('download') ||
    /\/~verso\/|\.\w{2,5}$/.test(url.pathname) ||
    prefetchedUrls.has(url.href)
  )
    return
  prefetchedUrls.add(url.href)
  const hint = document.createElement('link')
  hint.rel = 'prefetch'
  hint.href = url.href
  document.head.append(hint)
}

/** Prefetches pages whose links the reader points at, unless the browser saves data. */
export function initPrefetch(): void {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  if (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
    return
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = (event: Event, delayMs: number): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    clearTimeout(timer)
    if (link instanceof HTMLAnchorElement) timer = setTimeout(prefetch, delayMs, link)
  }
  document.addEventListener('mouseover', (event) => schedule(event, HOVER_DELAY_MS), { passive: true })
  document.addEventListener('touchstart', (event) => schedule(event, 0), { passive: true })
  document.addEventListener('focusin', (event) => schedule(event, FOCUS_DELAY_MS))
}
