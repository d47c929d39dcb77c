interface HtmlPolicy {
  createHTML: (text: string) => string
}

/** Browsers without Trusted Types take a text where those that have them take what a policy made of it. */
type TrustedTypes = { createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy }

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/** The only policy that the content security policy allows, and this is the only place that uses it. */
const policy: HtmlPolicy = trustedTypes?.createPolicy('verso', { createHTML: (text) => text }) ?? {
  createHTML: (text) => text,
}

/**
 * Fills a shadow root with HTML of our own server: pages that its renderer wrote. The renderer escapes everything that authors
 * write, and the content security policy runs no script that slips through.
 */
export function fillWithServerHtml(root: ShadowRoot, html: string): void {
  root.innerHTML = policy.createHTML(html)
}

/** Reads a page that our own renderer wrote, in a document where nothing runs. */
export const parseServerHtml = (html: string): Document =>
  new DOMParser().parseFromString(policy.createHTML(html), 'text/html')

/** The content of a frame that is filled later. */
export const createEmptyDocument = (): string => policy.createHTML('<!doctype html><title></title>')
