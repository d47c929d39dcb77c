/** The pages that one-time links lead to. The secret of a link is behind the `#`, which no browser sends. */
const linkPages = /^\/app\/(?:setup|reset|invitation|confirm-email|sign-in\/link)\/?$/

let secret: string | undefined

/**
 * Takes the secret of a link out of the address, before anything else sees it: neither the history of the browser, nor somebody
 * who looks at the screen, nor what the router stores has it afterwards.
 */
export function takeLinkSecret(): void {
  if (linkPages.test(location.pathname) && location.hash.length > 1) {
    secret = location.hash.slice(1)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  // Another link that is opened in the same tab changes nothing but the fragment, so the page is not loaded again by itself.
  window.addEventListener('hashchange', () => {
    if (linkPages.test(location.pathname) && location.hash.startsWith('#verso_link_')) location.reload()
  })
}

/** The secret of the link that led here. It is gone when the page is loaded again. */
export const readLinkSecret = (): string | undefined => secret
