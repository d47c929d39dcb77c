import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseMarkdown, writeMarkdown } from '@verso/markdown'
import { createZip } from '../packages/server/src/testing/zip.ts'
import type { Measurement } from './support/measure.ts'
import { Verso } from './support/verso.ts'

const pages = 2000

/** A page of about 3 KB, with what pages have, that links to two others. */
const pageOf = (number: number): string => `---
description: Page ${number}
---

# Page ${number}

{% hint style="info" %}
Read [the next one](page-${(number + 1) % pages}.md) and [the one after](page-${(number + 2) % pages}.md#code).
{% endhint %}

${'The gauge measures the height of the water, every six minutes, all year round, in all weathers. '.repeat(20)}

## Code

\`\`\`ts
const page = ${number}
\`\`\`

| Time | Height |
| --- | --- |
${Array.from({ length: 10 }, (_, row) => `| ${row}:00 | ${(number + row) % 7} m |`).join('\n')}

* one
  * two
* three
`

/** An archive of Markdown, brought in whole; beside reading and writing its pages in one process. Each number is of one page. */
export async function imports(): Promise<Measurement[]> {
  const texts = Array.from({ length: pages }, (_, number) => pageOf(number))
  const archive = createZip(texts.map((content, number) => ({ name: `docs/page-${number}.md`, content })))
  const server = createServer((_request, response) => response.end(archive)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: archivePort } = server.address() as AddressInfo
  const verso = await Verso.start({ VERSO_OUTBOUND_ALLOW: '127.0.0.1' })
  const call = verso.call.bind(verso)
  try {
    const { items } = await call<{ items: { id: string }[] }>('GET', '/orgs')
    const bring = async () => {
      const space = await call<{ id: string }>('POST', `/orgs/${items[0]?.id}/spaces`, {})
      const body = { source: 'zip', url: `http://127.0.0.1:${archivePort}/docs.zip` }
      const result = await call<{ importedResources: number }>(
        'POST',
        `/spaces/${space.id}/content/import`,
        body,
      )
      if (result.importedResources !== pages) throw new Error(`imported ${result.importedResources}`)
      return space.id
    }
    const find = (id: string) => verso.indexed(id, `"page ${pages - 1}"`)
    let last = await bring()
    await find(last)
    await verso.quiet()
    const imported = await verso.measured(`import, zip of ${pages} Markdown pages: Verso`, async () => {
      last = await bring()
      return pages
    })
    await find(last)
    await verso.quiet()
    const found = await verso.measured('import, the same pages: Verso, until they are found', async () => {
      await find(await bring())
      return pages
    })
    const floorFrom = performance.now()
    for (const text of texts) writeMarkdown(parseMarkdown(text).document)
    const floor = performance.now() - floorFrom
    const bytes = texts[0]?.length ?? 0
    return [
      { ...imported, bytes },
      { ...found, bytes },
      {
        name: 'import, the same pages: parsed and written, in one thread',
        requestsPerSecond: Math.round((pages * 1000) / floor),
        p50: floor,
        p99: floor,
        cpu: undefined,
        postgresCpu: undefined,
        bytes,
      },
    ]
  } finally {
    await verso.stop()
    server.close()
  }
}
