import type { PageTree } from '@verso/revisions'
import { flattenPages, type MemoryRepository, MemorySpace } from './testing.ts'

/** The pages as a list of lines: two spaces a level, title and path of the file. */
const outline = (pages: readonly PageTree[], depth = 0): string[] =>
  pages.flatMap((page) => [
    `${'  '.repeat(depth)}${page.fields.type === 'document' ? '' : `${page.fields.type} `}${page.fields.title}`,
    ...outline(page.pages, depth + 1),
  ])

/** A space that a repository with these files was imported into. */
export async function spaceOf(files: Record<string, string>) {
  const repository: MemoryRepository = new Map(Object.entries(files))
  const space = new MemorySpace()
  const { problems } = await space.import(repository)
  const pages = async () => flattenPages(await space.view.getPageTree())
  const page = async (title: string) => {
    const foundPage = (await pages()).find(({ fields }) => fields.title === title)
    if (!foundPage) throw new Error(`no page ${title}`)
    return foundPage
  }
  const text = async (title: string) => {
    const { document } = await page(title)
    return document === null ? undefined : (await space.view.getDocuments([document])).get(document)
  }
  return {
    space,
    repository,
    problems,
    pages,
    page,
    text,
    outline: async () => outline(await space.view.getPageTree()),
  }
}

/** The files of a small repository with groups, front matter and a page without a heading. */
export const guide = {
  'SUMMARY.md': `# Table of contents

* [Welcome](README.md)

## Use it

* [Install](use/install.md "Set up")
  * [Linux](use/install/linux.md)
* [Our site](https://example.com)

## More

* [FAQ](more/faq.md)
`,
  'README.md': '# Welcome\n\nHello.\n',
  'use/install.md':
    '---\ndescription: How to\nicon: rocket\nowner: ann # kept\n---\n\n# Install\n\nRun it.\n',
  'use/install/linux.md': 'No heading here.\n',
  'more/faq.md': '# FAQ\n\nWhy?\n',
  LICENSE: 'free',
}
