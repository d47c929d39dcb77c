const prefetchedUrls = new Set<string>()

/** A page is asked for when its link is about to be followed, so that it is there when it is. */
function prefetch(link: HTMLAnchorElement): void {
  const url = new URL(link.href)
  url.hash = ''
  const same = url.origin === location.origin && url.pathname !== location.pathname && url.search === ''
  if (
    !same ||
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
  const soon = (event: Event, wait: number): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    clearTimeout(timer)
    if (link instanceof HTMLAnchorElement) timer = setTimeout(prefetch, wait, link)
  }
  document.addEventListener('mouseover', (event) => soon(event, 60), { passive: true })
  document.addEventListener('touchstart', (event) => soon(event, 0), { passive: true })
  document.addEventListener('focusin', (event) => soon(event, 100))
}
