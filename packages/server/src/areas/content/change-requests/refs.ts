import { Invalid } from '../../../common/errors.ts'

/**
 * The names that a batch gives to the pages and files that it inserts. They are valid in this batch only: its operations
 * put pages below a page by its name, and its texts link to pages and files by theirs.
 */
export class BatchRefs {
  readonly #pages = new Map<string, string>()
  readonly #files = new Map<string, string>()

  addPage(ref: string, id: string, fieldPath: string): void {
    this.#requireNew(ref, fieldPath)
    this.#pages.set(ref, id)
  }

  addFile(ref: string, id: string, fieldPath: string): void {
    this.#requireNew(ref, fieldPath)
    this.#files.set(ref, id)
  }

  /** The id of the page with that name; a name that the batch does not have is an id itself. */
  resolvePage(name: string): string {
    return this.#pages.get(name) ?? name
  }

  /**
   * Replaces the names of the batch by addresses: `./ref` and `./ref.md` in links, images and attributes. Everything else
   * stays as it is, byte for byte; so does code, which may show how such a link is written.
   */
  resolveLinks(markdown: string): string {
    if (this.#pages.size + this.#files.size === 0 || !markdown.includes('./')) return markdown
    let fence: string | undefined
    const lines = markdown.split(/(?<=\n)/).map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
      if (fence !== undefined) {
        if (mark?.startsWith(fence)) fence = undefined
        return line
      }
      if (mark !== undefined) {
        fence = mark
        return line
      }
      return line.includes('./') ? mapOutsideCode(line, (text) => this.#resolveText(text)) : line
    })
    return lines.join('')
  }

  #resolveText(text: string): string {
    const replace = (match: string, prefix: string, name: string): string => {
      const address = this.#findAddress(name)
      return address === undefined ? match : `${prefix}${address}`
    }
    return text
      .replaceAll(angleBracketLink, replace)
      .replaceAll(plainLink, replace)
      .replaceAll(attributeLink, replace)
  }

  #findAddress(name: string): string | undefined {
    const [, path = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(decodeName(name)) ?? []
    const file = this.#files.get(path)
    if (file !== undefined) return `/files/${file}`
    const page = this.#pages.get(path) ?? this.#pages.get(path.replace(/\.md$/, ''))
    return page === undefined ? undefined : `/pages/${page}${anchor}`
  }

  #requireNew(ref: string, fieldPath: string): void {
    if (this.#pages.has(ref) || this.#files.has(ref)) {
      throw new Invalid(`${fieldPath}.ref "${ref}" is already the name of something else in this batch.`)
    }
  }
}

// The places of an address: `](<./a b>`, `](./a`, `[x]: ./a`, `src="./a"`.
const angleBracketLink = /(\]\([ \t]*<|\]:[ \t]*<)\.\/([^<>\n]+)(?=>)/g
const plainLink = /(\]\([ \t]*|\]:[ \t]*)\.\/([^\s<>()]+)/g
const attributeLink = /(\b(?:src|srcset|href|url)=["'])\.\/([^"'\n]+)(?=["'])/g

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Maps a line except for its code spans, which are the text between two equally long runs of backticks. */
function mapOutsideCode(line: string, change: (text: string) => string): string {
  const parts = line.split(/(`+)/)
  const lastIndexes = new Map(parts.map((part, index) => [part, index]))
  let result = ''
  let text = ''
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? ''
    const opensCodeSpan = part.startsWith('`') && (lastIndexes.get(part) ?? 0) > index
    if (!opensCodeSpan) {
      text += part
      continue
    }
    const end = parts.indexOf(part, index + 1)
    result += change(text) + parts.slice(index, end + 1).join('')
    text = ''
    index = end
  }
  return result + change(text)
}
