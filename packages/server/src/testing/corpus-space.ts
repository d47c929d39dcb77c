import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Block, parseMarkdown } from '@verso/markdown'
import type { Change } from '@verso/revisions'
import type { Person, TestApp } from './app.ts'
import { commitChanges } from './direct-changes.ts'

/** The folder of the repository that `corpus.ts` reads. */
export const corpusFolder = join(
  process.env['VERSO_CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus'),
  'beefree-sdk-docs',
)

export interface CorpusPage {
  id: string
  /** The file's path in the repository. */
  file: string
  title: string
  slug: string
  parent: string | null
}

/** Writes the whole repository to a space. Each page and file has its path in the repository. */
export async function loadCorpus(t: TestApp, by: Person, spaceId: string): Promise<CorpusPage[]> {
  const pages: CorpusPage[] = []
  const changes: Change[] = []
  const visitedFiles = new Set<string>()
  const insert = (page: CorpusPage, type: 'document' | 'group', markdown?: string): void => {
    const { frontMatter } = parseMarkdown(markdown ?? '')
    const description = frontMatter?.['description']
    changes.push({
      type: 'insert-page',
      id: page.id,
      parent: page.parent,
      fields: {
        type,
        title: page.title,
        slug: page.slug,
        ...(typeof description === 'string' && { description }),
        git: { oid: page.id, path: page.file },
      },
      ...(markdown !== undefined && { document: { markdown } }),
    })
  }
  const insertList = (blocks: readonly Block[], parent: string | null): void => {
    for (const item of blocks) {
      if (item.type !== 'list-item') continue
      const [first, ...rest] = item.nodes
      const link =
        first?.type === 'paragraph'
          ? first.nodes.find((node) => node.object === 'inline' && node.type === 'link')
          : undefined
      if (link?.object !== 'inline' || link.type !== 'link' || link.data.ref.kind !== 'page') continue
      const file = link.data.ref.page.replace(/^\.\//, '')
      const path = join(corpusFolder, file)
      if (!existsSync(path) || visitedFiles.has(file)) continue
      visitedFiles.add(file)
      const name = file.endsWith('README.md') ? (file.split('/').at(-2) ?? 'home') : basename(file, '.md')
      const title = link.nodes
        .flatMap((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text) : []))
        .join('')
      const page = { id: `page-${pages.length}`, file, title, slug: name, parent }
      pages.push(page)
      insert(page, 'document', readFileSync(path, 'utf8'))
      for (const below of rest) if ('nodes' in below) insertList(below.nodes as Block[], page.id)
    }
  }
  let group: string | null = null
  for (const block of parseMarkdown(readFileSync(join(corpusFolder, 'SUMMARY.md'), 'utf8')).document.nodes) {
    if (block.type.startsWith('heading') && 'data' in block && !('level' in block.data)) {
      group = `group-${changes.length}`
      const title = 'nodes' in block ? JSON.stringify(block.nodes).match(/"text":"([^"]*)"/)?.[1] : undefined
      insert({ id: group, file: 'SUMMARY.md', title: title ?? 'Group', slug: group, parent: null }, 'group')
    } else if (block.type === 'list-unordered') insertList(block.nodes, group)
  }
  for (const path of globSync('.gitbook/assets/*', { cwd: corpusFolder })) {
    const file = await t.app.areas.content.files.store({
      name: basename(path),
      bytes: readFileSync(join(corpusFolder, path)),
    })
    const id = `file-${changes.length}`
    changes.push({ type: 'put-file', id, file: { ...file, git: { oid: id, path } } })
  }
  await commitChanges(t, by, spaceId, changes)
  return pages
}
