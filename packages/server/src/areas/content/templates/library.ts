import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Document, type FrontMatter, parseMarkdown, takeTitle } from '@verso/markdown'
import { parse } from 'yaml'

/** A folder of `packages/server/templates`, read. */
export interface TemplateSource {
  id: string
  title: string
  subtitle: string
  emoji: string
  features: string[]
  contentRefs: { name: string; description: string }[]
  /** By path. */
  pages: Map<string, TemplatePage>
  /** `SUMMARY.md`, which gives the order. */
  summary: string
}

export interface TemplatePage {
  title: string
  frontMatter: FrontMatter
  document: Document
}

interface Settings {
  title: string
  subtitle: string
  emoji: string
  features: string[]
  contentRefs?: Record<string, string>
}

const root = fileURLToPath(new URL('../../../../templates/', import.meta.url))

/** Those that need nothing come first. */
const order = ['product-docs', 'knowledge-base', 'changelog', 'runbook', 'api-reference']

let library: Map<string, TemplateSource> | undefined

/** All templates by id. They come with Verso and are read once, when they are first asked for. */
export function templates(): ReadonlyMap<string, TemplateSource> {
  library ??= new Map(order.map((id) => [id, readTemplate(id)]))
  return library
}

function readTemplate(id: string): TemplateSource {
  const folder = join(root, id)
  // The files are ours, and a test reads them all.
  const settings = parse(readFileSync(join(folder, 'template.yaml'), 'utf8')) as Settings
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pages = new Map(
    paths
      .filter((path) => path.endsWith('.md') && path !== 'SUMMARY.md')
      .map((path) => [path, readPage(readFileSync(join(folder, path), 'utf8'))] as const),
  )
  const contentRefs = Object.entries(settings.contentRefs ?? {}).map(([name, description]) => ({
    name,
    description,
  }))
  return { id, ...settings, contentRefs, pages, summary: readFileSync(join(folder, 'SUMMARY.md'), 'utf8') }
}

function readPage(markdown: string): TemplatePage {
  const { frontMatter = {}, document } = parseMarkdown(markdown)
  const titled = takeTitle(document)
  return { title: titled.title ?? 'Untitled', frontMatter, document: titled.document }
}
