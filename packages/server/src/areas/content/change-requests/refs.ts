import { Invalid } from '../../../common/errors.ts'

/**
 * The names that a batch gives to what it brings, for the time of the batch: pages are put below a page by its name,
 * and link to pages and files by theirs.
 */
export class BatchRefs {
  readonly #pages = new Map<string, string>()
  readonly #files = new Map<string, string>()

  addPage(ref: string, id: string, where: string): void {
    this.#requireNew(ref, where)
    this.#pages.set(ref, id)
  }

  addFile(ref: string, id: string, where: string): void {
    this.#requireNew(ref, where)
    this.#files.set(ref, id)
  }

  /** The page of that name, or else of that id. */
  page(name: string): string {
    return this.#pages.get(name) ?? name
  }

  /**
   * The text with addresses in the place of the batch's names: `./ref` and `./ref.md` in links, images and attributes.
   * Everything else stays as it is, byte for byte; so does code, which only shows how to write a link.
   */
  resolveIn(markdown: string): string {
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
      return line.includes('./') ? outsideOfCode(line, (text) => this.#resolveText(text)) : line
    })
    return lines.join('')
  }

  #resolveText(text: string): string {
    const replace = (whole: string, before: string, name: string): string => {
      const address = this.#address(name)
      return address === undefined ? whole : `${before}${address}`
    }
    return text.replaceAll(angled, replace).replaceAll(plain, replace).replaceAll(attribute, replace)
  }

  #address(name: string): string | undefined {
    const [, path = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(decoded(name)) ?? []
    const file = this.#files.get(path)
    if (file !== undefined) return `/files/${file}`
    const page = this.#pages.get(path) ?? this.#pages.get(path.replace(/\.md$/, ''))
    return page === undefined ? undefined : `/pages/${page}${anchor}`
  }

  #requireNew(ref: string, where: string): void {
    if (this.#pages.has(ref) || this.#files.has(ref)) {
      throw new Invalid(`${where}.ref "${ref}" stands for something else of this batch already.`)
    }
  }
}

// Where an address stands: `](<./a b>`, `](./a`, `[x]: ./a`, `src="./a"`.
const angled = /(\]\([ \t]*<|\]:[ \t]*<)\.\/([^<>\n]+)(?=>)/g
const plain = /(\]\([ \t]*|\]:[ \t]*)\.\/([^\s<>()]+)/g
const attribute = /(\b(?:src|srcset|href|url)=["'])\.\/([^"'\n]+)(?=["'])/g

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Changes a line but for its code spans: what stands between two runs of the same number of backticks. */
function outsideOfCode(line: string, change: (text: string) => string): string {
  const parts = line.split(/(`+)/)
  const last = new Map(parts.map((part, index) => [part, index]))
  let result = ''
  let text = ''
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? ''
    const closes = part.startsWith('`') && (last.get(part) ?? 0) > index
    if (!closes) {
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
