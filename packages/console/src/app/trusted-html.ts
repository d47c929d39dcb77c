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
