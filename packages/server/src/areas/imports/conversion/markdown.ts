import type { Flavour } from './types.ts'

/**
 * Converts the extensions of other Markdown dialects: links of GitHub wikis, notes of GitHub and Docusaurus, and callouts
 * of Notion. Code blocks stay as they are.
 */
export function adaptMarkdown(text: string, flavour: Flavour): string {
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (!/\[\[|\[!|:::|<aside>/.test(source)) return source
  return adaptOutsideCode(source, (part) => {
    const withHints = convertAdmonitions(convertGitHubAlerts(convertAsides(part)))
    return flavour === 'wiki' ? convertWikiLinks(withHints) : withHints
  })
}

const codeBlock = /^( {0,3})(`{3,}|~{3,}).*\n[\s\S]*?(?:^ {0,3}\2[`~]*[ \t]*$|(?![\s\S]))/gm

function adaptOutsideCode(source: string, adapt: (part: string) => string): string {
  let result = ''
  let at = 0
  for (const fence of source.matchAll(codeBlock)) {
    result += adapt(source.slice(at, fence.index)) + fence[0]
    at = fence.index + fence[0].length
  }
  return result + adapt(source.slice(at))
}

/** Converts `[[Page]]`, `[[Words|Page]]` and `[[picture.png]]`. */
const convertWikiLinks = (text: string): string =>
  text.replaceAll(/(`[^`\n]*`)|\[\[([^[\]\n]{1,500})\]\]/g, (whole, code?: string, inner?: string) => {
    if (code !== undefined || inner === undefined) return whole
    const [first = '', second, ...options] = inner.split('|').map((part) => part.trim())
    if (/\.(png|jpe?g|gif|svg|webp)$/i.test(first)) {
      const alt = [second, ...options].find((option) => option?.startsWith('alt='))?.slice(4) ?? ''
      return `![${alt}](${encodeAddress(first)})`
    }
    const target = second ?? first
    const [page = '', anchor] = target.split('#')
    return `[${first}](${encodeAddress(page.replaceAll(' ', '-'))}${anchor === undefined ? '' : `#${anchor}`})`
  })

const encodeAddress = (path: string): string => encodeURI(path).replaceAll('(', '%28').replaceAll(')', '%29')

const alertStyles: Record<string, string> = {
  note: 'info',
  info: 'info',
  tip: 'success',
  success: 'success',
  important: 'warning',
  warning: 'warning',
  caution: 'danger',
  danger: 'danger',
}

/** Converts `> [!NOTE]` and the quote below it. */
const convertGitHubAlerts = (text: string): string =>
  text.replaceAll(
    /^> ?\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION|INFO|SUCCESS|DANGER)\][ \t]*\n((?:>.*(?:\n|$))*)/gim,
    (_whole, kind: string, quoted: string) => {
      const body = quoted.replaceAll(/^> ?/gm, '').trim()
      return createHint(kind, body)
    },
  )

/** Converts `:::note Title` … `:::`. */
const convertAdmonitions = (text: string): string =>
  text.replaceAll(
    /^:::(note|info|tip|success|important|warning|caution|danger)[ \t]*(.*)\n([\s\S]*?)\n:::[ \t]*$/gm,
    (_whole, kind: string, title: string, body: string) => {
      const words = title.replace(/^\[(.*)\]$/, '$1').trim()
      return createHint(kind, words ? `**${words}**\n\n${body.trim()}` : body.trim())
    },
  )

const convertAsides = (text: string): string =>
  text.replaceAll(/^<aside>[ \t]*\n([\s\S]*?)\n<\/aside>[ \t]*$/gm, (_whole, body: string) =>
    createHint('info', body.trim()),
  )

const createHint = (kind: string, body: string): string =>
  `{% hint style="${alertStyles[kind.toLowerCase()] ?? 'info'}" %}\n${body}\n{% endhint %}\n`
