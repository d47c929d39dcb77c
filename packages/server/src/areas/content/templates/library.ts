import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Document, type FrontMatter, parseMarkdown, extractTitle } from '@verso/markdown'
import { parse } from 'yaml'

/** The content of one folder of `packages/server/templates`. */
export interface TemplateSource {
  id: string
  title: string
  subtitle: string
  emoji: string
  features: string[]
  contentRefs: { name: string; description: string }[]
  /** The pages by their paths in the folder. */
  pages: Map<string, TemplatePage>
  /** The Markdown of `SUMMARY.md`, which defines the order of the pages. */
  summary: string
}

export interface TemplatePage {
  title: string
  frontMatter: FrontMatter
  document: Document
}

/** The content of `template.yaml`. */
interface TemplateSettings {
  title: string
  subtitle: string
  emoji: string
  features: string[]
  contentRefs?: Record<string, string>
}

const templatesFolder = fileURLToPath(new URL('../../../../templates/', import.meta.url))

/** The order in which templates are listed. Those that need no references come first. */
const templateIds = ['product-docs', 'knowledge-base', 'changelog', 'runbook', 'api-reference']

let templatesById: Map<string, TemplateSource> | undefined

/** Returns all templates by id. They are part of the package and are read once, when they are first needed. */
export function loadTemplates(): ReadonlyMap<string, TemplateSource> {
  templatesById ??= new Map(templateIds.map((id) => [id, readTemplate(id)]))
  return templatesById
}

function readTemplate(id: string): TemplateSource {
  const folder = join(templatesFolder, id)
  // The cast is safe: the files are part of the package, and a test reads all of them.
  const settings = parse(readFileSync(join(folder, 'template.yaml'), 'utf8')) as TemplateSettings
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pages = new Map(
    paths
      .filter((path) => path.endsWith('.md') && path !== 'SUMMARY.md')
      .map((path) => [path, parsePage(readFileSync(join(folder, path), 'utf8'))] as const),
  )
  const contentRefs = Object.entries(settings.contentRefs ?? {}).map(([name, description]) => ({
    name,
    description,
  }))
  return { id, ...settings, contentRefs, pages, summary: readFileSync(join(folder, 'SUMMARY.md'), 'utf8') }
}

function parsePage(markdown: string): TemplatePage {
  const { frontMatter = {}, document } = parseMarkdown(markdown)
  const { title = 'Untitled', document: body } = extractTitle(document)
  return { title, frontMatter, document: body }
}
