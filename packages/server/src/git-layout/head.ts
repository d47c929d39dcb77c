import {
  type ContentRef,
  formatReference,
  isSafeAddress,
  parseMediaReference,
  parseReference,
} from '@verso/markdown'
import type { Json, JsonObject } from '@verso/revisions'
import { isYamlObject, readYaml, isSameValue, setYamlKeys, type YamlObject } from './yaml-lines.ts'

/**
 * The file of a page consists of its **head** (front matter and the heading with its title, with the empty lines after
 * them) and its **body**, which is the page's text. Both are kept byte for byte. The values of the head are in the page's
 * fields, and only the lines of a changed field are written again.
 */
export interface SplitText {
  head: string
  body: string
}

/** A file in its parts, with the fields of its head. */
export interface PageFile extends SplitText {
  fields: HeadFields
}

/** The fields of a page that its head contains. */
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
  cover?: JsonObject
  tags?: Json[]
  metaLinks?: JsonObject
  variables?: JsonObject
}

/** Fields that heads were not always read for: pages of older imports have none although the head may have the key. */
export const laterFields = ['cover', 'tags', 'metaLinks'] as const
type LaterField = (typeof laterFields)[number]

const MAX_TAGS = 50
const MAX_ALTERNATES = 100

const opening = /^\uFEFF?---[ \t]*\r?\n/
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m
const emptyLines = /^(?:[ \t]*\r?\n)*/
const atxHeading = /^#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*(?:\r?\n|$)/
const setextHeading = /^([^\s>#*+`~|<=-].*)\r?\n=+[ \t]*(?:\r?\n|$)/

interface HeadParts {
  /** The front matter with its dashes. */
  frontMatter: string
  yaml: string
  /** The values of the front matter. */
  values: YamlObject
  between: string
  heading: string
  title: string | undefined
  after: string
  body: string
}

function splitHead(text: string): HeadParts {
  let rest = text
  const take = (length: number): string => {
    const start = rest.slice(0, length)
    rest = rest.slice(length)
    return start
  }
  const { all, yaml, values } = splitFrontMatter(text)
  const frontMatter = take(all.length)
  const between = take(emptyLines.exec(rest)?.[0].length ?? 0)
  const match = atxHeading.exec(rest) ?? setextHeading.exec(rest)
  const title = match ? stripMarkup(match[1] ?? '') : undefined
  if (!match || title === undefined || title === '') {
    // Without a heading, the first empty lines belong to the front matter, or to the text if there is none.
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

function splitFrontMatter(text: string): { all: string; yaml: string; values: YamlObject } {
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

/** Splits a file into head and body, and reads the fields of the head. */
export function splitPageFile(text: string): PageFile {
  const parts = splitHead(text)
  const { body } = parts
  return { head: text.slice(0, text.length - body.length), body, fields: readFields(parts) }
}

/** Whether a head ends with a heading. It does not parse the head, which is much slower. */
export const hasHeading = (head: string): boolean => /(?:^|\n)(?:#[ \t].*|=+[ \t]*)\s*$/.test(head)

export function joinText({ head, body }: SplitText): string {
  if (head === '' || body === '') return head + body
  const eol = head.includes('\r\n') ? '\r\n' : '\n'
  return head.endsWith('\n') ? head + body : head + eol + eol + body
}

const readString = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

export const parseHead = (head: string): HeadFields => readFields(splitHead(head))

function readFields({ title, values }: HeadParts): HeadFields {
  const fields: HeadFields = {}
  const set = <Name extends keyof HeadFields>(name: Name, value: HeadFields[Name] | undefined) => {
    if (value !== undefined) fields[name] = value
  }
  set('title', title?.slice(0, 256))
  set('description', readString(values['description'])?.slice(0, 1000))
  set('icon', readString(values['icon'])?.slice(0, 50))
  set('emoji', readString(values['emoji'])?.slice(0, 50))
  for (const name of ['hidden', 'noIndex', 'noRobotsIndex'] as const) {
    if (values[name] === true) fields[name] = true
  }
  set('condition', readString(values['if'])?.slice(0, 2048))
  if (isYamlObject(values['layout'])) set('layout', readLayout(values['layout']))
  set('cover', readCover(values))
  set('tags', readTags(values['tags']))
  set('metaLinks', readMetaLinks(values['metaLinks']))
  if (isYamlObject(values['vars'])) set('variables', values['vars'] as JsonObject)
  return fields
}

/**
 * Reads the fields at the beginning of a Markdown text. Here, unlike in the files of a repository, the front matter may
 * have the title, because programs that write Markdown put it there.
 */
export function parseMarkdownHead(whole: string): HeadFields {
  const parts = splitHead(whole)
  const title = readString(parts.values['title'])
  return { ...readFields(parts), ...(title !== undefined && { title: singleLine(title).slice(0, 256) }) }
}

/** Gives front matter other values of texts that it has. What it does not have is in the fields of the page alone. */
export function setFrontMatterTexts(
  whole: string,
  texts: Readonly<Partial<Record<'title' | 'description', string>>>,
): string {
  const { all, yaml, values } = splitFrontMatter(whole)
  const changes = new Map(Object.entries(texts).filter(([key]) => readString(values[key]) !== undefined))
  if (changes.size === 0) return whole
  const start = all.indexOf(yaml, opening.exec(all)?.[0].length ?? 0)
  return whole.slice(0, start) + setYamlKeys(yaml, changes) + whole.slice(start + yaml.length)
}

/** Reads the image above a page: its address, one for dark mode, and how far down the image is shown. */
function readCover(values: YamlObject): JsonObject | undefined {
  const [address, addressDark] = [readString(values['cover']), readString(values['coverDark'])]
  if (address === undefined || !isSafeAddress(address)) return undefined
  const yPos = Number(values['coverY'] ?? 0)
  const isDarkSafe = addressDark !== undefined && isSafeAddress(addressDark)
  return {
    ref: { ...parseMediaReference(address) },
    ...(isDarkSafe && { refDark: { ...parseMediaReference(addressDark) } }),
    yPos: Number.isFinite(yPos) ? yPos : 0,
  }
}

/** Writes the address of a reference; undefined where it is none. */
const writeAddress = (ref: unknown): string | undefined =>
  isYamlObject(ref) && typeof ref['kind'] === 'string'
    ? // The fields were checked when they were saved.
      formatReference(ref as unknown as ContentRef)
    : undefined

/** Reads tags, which are written as `- tag: beta` or as `- beta`. */
function readTags(value: unknown): Json[] | undefined {
  if (!Array.isArray(value)) return undefined
  const tags = value.slice(0, MAX_TAGS).flatMap((entry: unknown): Json[] => {
    const slug = readString(isYamlObject(entry) ? entry['tag'] : entry)?.slice(0, 100)
    if (slug === undefined) return []
    const isPrimary = isYamlObject(entry) && entry['primary'] === true
    return [{ tag: { kind: 'tag', tag: slug }, ...(isPrimary && { primary: true }) }]
  })
  return tags.length > 0 ? tags : undefined
}

function writeTag(value: Json): YamlObject {
  const { tag, primary }: YamlObject = isYamlObject(value) ? value : {}
  return { tag: isYamlObject(tag) ? tag['tag'] : '', ...(primary === true && { primary: true }) }
}

/** Reads the addresses at which a page is as well: one that counts, and others. */
function readMetaLinks(value: unknown): JsonObject | undefined {
  if (!isYamlObject(value)) return undefined
  const canonical = readMetaLink(value['canonical'])
  const alternates = Array.isArray(value['alternates'])
    ? value['alternates'].slice(0, MAX_ALTERNATES).flatMap((entry: unknown) => readMetaLink(entry) ?? [])
    : []
  if (!canonical && alternates.length === 0) return undefined
  return { ...(canonical && { canonical }), ...(alternates.length > 0 && { alternates }) }
}

function readMetaLink(value: unknown): JsonObject | undefined {
  const address = readString(value)?.slice(0, 2048)
  if (address === undefined || !isSafeAddress(address)) return undefined
  const ref = parseReference(address)
  return ref.kind === 'page' ? { ...ref } : { kind: 'url', url: address }
}

const writeMetaLinks = ({ canonical, alternates }: JsonObject): YamlObject => ({
  ...(canonical !== undefined && { canonical: writeAddress(canonical) }),
  ...(Array.isArray(alternates) && { alternates: alternates.map(writeAddress) }),
})

const layoutParts = [
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
  'tags',
  'actions',
  'anchors',
  'cover',
]

function readLayout(layout: YamlObject): JsonObject | undefined {
  const fields: Record<string, Json> = {}
  if (typeof layout['width'] === 'string') fields['width'] = layout['width']
  for (const name of layoutParts) {
    const part = layout[name]
    if (isYamlObject(part) && typeof part['visible'] === 'boolean') fields[name] = part['visible']
    if (name !== 'cover' || !isYamlObject(part)) continue
    if (typeof part['size'] === 'string') fields['coverSize'] = part['size']
    if (typeof part['mask'] === 'string') fields['coverMask'] = part['mask']
  }
  return Object.keys(fields).length > 0 ? fields : undefined
}

function writeLayout(layout: JsonObject, before: unknown): YamlObject {
  const newLayout: YamlObject = isYamlObject(before) ? { ...before } : {}
  const visible = (name: string) => (isYamlObject(newLayout[name]) ? newLayout[name] : {})
  if (typeof layout['width'] === 'string') newLayout['width'] = layout['width']
  for (const name of layoutParts) {
    if (typeof layout[name] === 'boolean') newLayout[name] = { ...visible(name), visible: layout[name] }
  }
  if (typeof layout['coverSize'] === 'string') {
    newLayout['cover'] = { ...visible('cover'), size: layout['coverSize'] }
  }
  if (typeof layout['coverMask'] === 'string') {
    newLayout['cover'] = { ...visible('cover'), mask: layout['coverMask'] }
  }
  return newLayout
}

/**
 * Returns the head with the values of the fields. A title is written only if the head has a heading already, or if
 * nothing else can hold the title (`withHeading`). A page without a field that is `unread` leaves that of the head: it was
 * imported when such fields were not read.
 */
export function writeHead(
  head: string,
  fields: HeadFields,
  { withHeading, unread = [] }: { withHeading: boolean; unread?: readonly LaterField[] },
): string {
  const parts = splitHead(head)
  const currentFields = readFields(parts)
  const changes = new Map<string, unknown>()
  const setKey = (name: keyof HeadFields, key: string, value: unknown) => {
    const isSame = isSameValue(currentFields[name], fields[name]) || isSameValue(parts.values[key], value)
    if (!isSame) changes.set(key, value)
  }
  setKey('description', 'description', fields.description)
  setKey('icon', 'icon', fields.icon)
  setKey('emoji', 'emoji', fields.emoji)
  setKey('hidden', 'hidden', fields.hidden === true ? true : undefined)
  setKey('noIndex', 'noIndex', fields.noIndex === true ? true : undefined)
  setKey('noRobotsIndex', 'noRobotsIndex', fields.noRobotsIndex === true ? true : undefined)
  setKey('condition', 'if', fields.condition)
  setKey('layout', 'layout', fields.layout && writeLayout(fields.layout, parts.values['layout']))
  const isRead = (name: LaterField) => fields[name] !== undefined || !unread.includes(name)
  if (isRead('cover')) {
    setKey('cover', 'cover', writeAddress(fields.cover?.['ref']))
    setKey('cover', 'coverDark', writeAddress(fields.cover?.['refDark']))
    const yPos = fields.cover?.['yPos']
    setKey('cover', 'coverY', yPos === 0 && parts.values['coverY'] === undefined ? undefined : yPos)
  }
  if (isRead('tags')) setKey('tags', 'tags', fields.tags?.map(writeTag))
  if (isRead('metaLinks'))
    setKey('metaLinks', 'metaLinks', fields.metaLinks && writeMetaLinks(fields.metaLinks))
  setKey('variables', 'vars', fields.variables)

  const eol = head.includes('\r\n') ? '\r\n' : '\n'
  let { frontMatter, between, heading, after } = parts
  if (changes.size > 0) {
    const yaml = setYamlKeys(parts.yaml, changes)
    if (frontMatter === '') {
      frontMatter = yaml === '' ? '' : `---${eol}${yaml.replaceAll(/\r?\n/g, eol)}---${eol}${eol}`
    } else if (yaml === '') {
      frontMatter = ''
      between = ''
    } else {
      const start = frontMatter.indexOf(parts.yaml, opening.exec(frontMatter)?.[0].length ?? 0)
      frontMatter = frontMatter.slice(0, start) + yaml + frontMatter.slice(start + parts.yaml.length)
    }
  }
  const newTitle = fields.title === undefined ? undefined : singleLine(fields.title)
  if (newTitle !== undefined && newTitle !== parts.title && (parts.title !== undefined || withHeading)) {
    heading = `# ${escapeHeading(newTitle)}${eol}`
    after = parts.title === undefined ? eol : after
  }
  return frontMatter + between + heading + after
}

export const singleLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Returns the text of a heading, or of a link in a summary, without its Markdown. */
export function stripMarkup(inline: string): string {
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

/** Escapes only those characters of a text that Markdown would read as something else. */
export function escapeHeading(text: string): string {
  const plain = text.replaceAll(/&(?=#?\w+;)/g, '&amp;')
  return stripMarkup(plain) === text && !/[[\]<>]|#$|\\/.test(plain)
    ? plain
    : text.replaceAll(/[\\`*_~[\]<>#]/g, String.raw`\$&`).replaceAll(/&(?=#?\w+;)/g, '&amp;')
}
