import type { Json, JsonObject } from '@verso/revisions'
import { isObject, readYaml, same, setYamlKeys, type YamlObject } from './yaml-lines.ts'

/**
 * The file of a page is its **head** (front matter and the heading that is its title, with the empty lines behind)
 * and its **body**, which is the page's text. Both are kept byte for byte; what the head says is in the page's fields,
 * and only the lines of a field that was changed are written anew.
 */
export interface SplitText {
  head: string
  body: string
}

/** A file taken apart, with what its head says. */
export interface PageFile extends SplitText {
  said: HeadFields
}

/** What a head says of a page. Absent is not said. */
export interface HeadFields {
  title?: string
  description?: string
  icon?: string
  emoji?: string
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  condition?: string
  layout?: JsonObject
  variables?: JsonObject
}

const opening = /^\uFEFF?---[ \t]*\r?\n/
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m
const emptyLines = /^(?:[ \t]*\r?\n)*/
const atx = /^#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*(?:\r?\n|$)/
const setext = /^([^\s>#*+`~|<=-].*)\r?\n=+[ \t]*(?:\r?\n|$)/

interface Parts {
  /** With its dashes. */
  frontMatter: string
  yaml: string
  /** What the front matter says. */
  values: YamlObject
  between: string
  heading: string
  title: string | undefined
  after: string
  body: string
}

function parts(text: string): Parts {
  let rest = text
  const take = (length: number): string => {
    const taken = rest.slice(0, length)
    rest = rest.slice(length)
    return taken
  }
  const { all, yaml, values } = frontMatterOf(text)
  const frontMatter = take(all.length)
  const between = take(emptyLines.exec(rest)?.[0].length ?? 0)
  const match = atx.exec(rest) ?? setext.exec(rest)
  const title = match ? plainText(match[1] ?? '') : undefined
  if (!match || title === undefined || title === '') {
    // Without a heading, empty lines before the text belong to the front matter, or to the text.
    const head = frontMatter === '' ? '' : between
    return {
      frontMatter,
      yaml,
      values,
      between: head,
      heading: '',
      title: undefined,
      after: '',
      body: text.slice(frontMatter.length + head.length),
    }
  }
  const heading = take(match[0].length)
  const after = take(emptyLines.exec(rest)?.[0].length ?? 0)
  return { frontMatter, yaml, values, between, heading, title, after, body: rest }
}

function frontMatterOf(text: string): { all: string; yaml: string; values: YamlObject } {
  const none = { all: '', yaml: '', values: {} }
  const open = opening.exec(text)?.[0]
  if (open === undefined) return none
  const rest = text.slice(open.length)
  const close = closing.exec(rest)
  if (!close) return none
  const yaml = rest.slice(0, close.index)
  const values = readYaml(yaml)
  if (!values) return none
  return { all: text.slice(0, open.length + close.index + close[0].length), yaml, values }
}

/** Takes a file apart, and reads its head. */
export function readFile(text: string): PageFile {
  const found = parts(text)
  const { body } = found
  return { head: text.slice(0, text.length - body.length), body, said: saidBy(found) }
}

/** Whether a head ends with a heading, without reading it all. */
export const hasHeading = (head: string): boolean => /(?:^|\n)(?:#[ \t].*|=+[ \t]*)\s*$/.test(head)

export function joinText({ head, body }: SplitText): string {
  if (head === '' || body === '') return head + body
  const eol = head.includes('\r\n') ? '\r\n' : '\n'
  return head.endsWith('\n') ? head + body : head + eol + eol + body
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

export const readHead = (head: string): HeadFields => saidBy(parts(head))

function saidBy({ title, values }: Parts): HeadFields {
  const read: HeadFields = {}
  const set = <Name extends keyof HeadFields>(name: Name, value: HeadFields[Name] | undefined) => {
    if (value !== undefined) read[name] = value
  }
  set('title', title?.slice(0, 256))
  set('description', text(values['description'])?.slice(0, 1000))
  set('icon', text(values['icon'])?.slice(0, 50))
  set('emoji', text(values['emoji'])?.slice(0, 50))
  for (const name of ['hidden', 'noIndex', 'noRobotsIndex'] as const) {
    if (values[name] === true) read[name] = true
  }
  set('condition', text(values['if'])?.slice(0, 2048))
  if (isObject(values['layout'])) set('layout', readLayout(values['layout']))
  if (isObject(values['vars'])) set('variables', values['vars'] as JsonObject)
  return read
}

/** What a whole text says of its page. Programs that write Markdown put the title into the front matter too. */
export function readText(whole: string): HeadFields {
  const found = parts(whole)
  const title = text(found.values['title'])
  return { ...saidBy(found), ...(title !== undefined && { title: singleLine(title).slice(0, 256) }) }
}

const layoutParts = ['title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata', 'cover']

function readLayout(layout: YamlObject): JsonObject | undefined {
  const read: Record<string, Json> = {}
  if (typeof layout['width'] === 'string') read['width'] = layout['width']
  for (const name of layoutParts) {
    const part = layout[name]
    if (isObject(part) && typeof part['visible'] === 'boolean') read[name] = part['visible']
    if (name === 'cover' && isObject(part) && typeof part['size'] === 'string')
      read['coverSize'] = part['size']
  }
  return Object.keys(read).length > 0 ? read : undefined
}

function writeLayout(layout: JsonObject, before: unknown): YamlObject {
  const written: YamlObject = isObject(before) ? { ...before } : {}
  const visible = (name: string) => (isObject(written[name]) ? written[name] : {})
  if (typeof layout['width'] === 'string') written['width'] = layout['width']
  for (const name of layoutParts) {
    if (typeof layout[name] === 'boolean') written[name] = { ...visible(name), visible: layout[name] }
  }
  if (typeof layout['coverSize'] === 'string') {
    written['cover'] = { ...visible('cover'), size: layout['coverSize'] }
  }
  return written
}

/**
 * The head with what the fields say. A title is written as a heading where there is one, or where nothing else can say
 * it (`titled`).
 */
export function writeHead(head: string, fields: HeadFields, { titled }: { titled: boolean }): string {
  const found = parts(head)
  const said = saidBy(found)
  const changes = new Map<string, unknown>()
  const front = (name: keyof HeadFields, key: string, value: unknown) => {
    if (!same(said[name], fields[name])) changes.set(key, value)
  }
  front('description', 'description', fields.description)
  front('icon', 'icon', fields.icon)
  front('emoji', 'emoji', fields.emoji)
  front('hidden', 'hidden', fields.hidden === true ? true : undefined)
  front('noIndex', 'noIndex', fields.noIndex === true ? true : undefined)
  front('noRobotsIndex', 'noRobotsIndex', fields.noRobotsIndex === true ? true : undefined)
  front('condition', 'if', fields.condition)
  front('layout', 'layout', fields.layout && writeLayout(fields.layout, found.values['layout']))
  front('variables', 'vars', fields.variables)

  const eol = head.includes('\r\n') ? '\r\n' : '\n'
  let { frontMatter, between, heading, after } = found
  if (changes.size > 0) {
    const yaml = setYamlKeys(found.yaml, changes)
    if (frontMatter === '') {
      frontMatter = yaml === '' ? '' : `---${eol}${yaml.replaceAll(/\r?\n/g, eol)}---${eol}${eol}`
    } else if (yaml === '') {
      frontMatter = ''
      between = ''
    } else {
      const start = frontMatter.indexOf(found.yaml, opening.exec(frontMatter)?.[0].length ?? 0)
      frontMatter = frontMatter.slice(0, start) + yaml + frontMatter.slice(start + found.yaml.length)
    }
  }
  const wanted = fields.title === undefined ? undefined : singleLine(fields.title)
  if (wanted !== undefined && wanted !== found.title && (found.title !== undefined || titled)) {
    heading = `# ${escapeHeading(wanted)}${eol}`
    after = found.title === undefined ? eol : after
  }
  return frontMatter + between + heading + after
}

export const singleLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The words of a heading, or of a link in a summary. */
export function plainText(inline: string): string {
  return singleLine(
    inline
      .replaceAll(/<[^<>]*>/g, '')
      .replaceAll(/!?\[((?:\\.|[^[\]\\])*)\]\((?:\\.|[^()\\])*\)/g, '$1')
      .replaceAll(/&(amp|lt|gt|quot|#39|#x20|nbsp);/g, (_, name: string) => entities[name] ?? '')
      .replaceAll(
        /\\([!-/:-@[-`{-~])|(\*{1,3}|`+|~~)|(?<![\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu,
        '$1',
      ),
  )
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x20': ' ',
  nbsp: '\u00A0',
}

/** Text as Markdown in which only what would mean something else is escaped. */
export function escapeHeading(text: string): string {
  const plain = text.replaceAll(/&(?=#?\w+;)/g, '&amp;')
  return plainText(plain) === text && !/[[\]<>]|#$|\\/.test(plain)
    ? plain
    : text.replaceAll(/[\\`*_~[\]<>#]/g, String.raw`\$&`).replaceAll(/&(?=#?\w+;)/g, '&amp;')
}
