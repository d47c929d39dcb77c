import type { PageFiles, ShellEntries } from './manifest.ts'

/**
 * The HTML of an address of the console. Addresses differ in what is loaded ahead, and nothing of an address is in it. It has
 * no inline script or style, so the content security policy allows neither. Without a session, every address is the sign-in
 * page, which remembers the address.
 *
 * React Aria adds a style element of its own unless it finds one with the id `react-aria-pressable-style`. The style sheet
 * has that id and that rule.
 */
export function renderShell(
  entries: ShellEntries,
  address: string,
  { hasSession }: { hasSession: boolean },
): string {
  const page = findPage(entries, address)
  const shown = hasSession || page.isBeforeSignIn ? page : findPage(entries, '/sign-in')
  return renderPage(entries, shown.files)
}

function findPage({ pages }: ShellEntries, address: string): ShellEntries['pages'][number] {
  const page = pages.find(({ pattern }) => pattern.test(address))
  if (!page) throw new Error(`The console has no page at ${address}.`)
  return page
}

const renderLinks = (rel: string, names: readonly string[]): string =>
  names.map((name) => `<link rel="${rel}" href="/app/${name}">\n`).join('')

const renderPage = (
  { style, theme }: ShellEntries,
  { script, styles, preloads, prefetches }: PageFiles,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Verso</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" id="react-aria-pressable-style" href="/app/${style}">
<script src="/app/${theme}"></script>
${renderLinks('stylesheet', styles)}${renderLinks('modulepreload', preloads)}${renderLinks('prefetch', prefetches)}<script type="module" src="/app/${script}"></script>
</head>
<body>
<div id="root"></div>
<noscript>Verso needs JavaScript. Switch it on for this address and reload the page.</noscript>
</body>
</html>
`
