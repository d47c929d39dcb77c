import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Load, type Measurement, measure, measureEach } from './support/measure.ts'
import { hasNginx, startNginx } from './support/nginx.ts'
import { cpuOf, cpuWithChildren, freePort, type Program, start } from './support/process.ts'
import { headers, Verso } from './support/verso.ts'

const root = join(import.meta.dirname, '..')
const pages = Number(process.env['BENCH_SITE_PAGES'] ?? 220)
const kilobytes = 20

/** What a first visit loads, compressed as a browser asks for it. */
export interface Weight {
  html: number
  css: number
  js: number
  fonts: number
}

export interface SiteResults {
  measurements: Measurement[]
  weight: Weight
  /** Milliseconds from the answer to a merge until its page is there. */
  afterMerge: { p50: number; most: number }
}

/** A published site of pages of 20 KB of Markdown: warm and cold, beside what sends the same bytes and does no more. */
export async function site(): Promise<SiteResults> {
  const verso = await Verso.start()
  try {
    const bench = new SiteBench(verso)
    const { home, spaceId, pageIds } = await bench.publish()
    // Search takes the texts apart behind our back: pages are measured when that is done.
    await bench.indexed(home)
    const cold = await bench.cold(home)
    const warm = await bench.warm(`${home}page-7`)
    const search = await bench.search(home)
    return {
      measurements: [...cold, ...warm, ...search],
      weight: await bench.weight(`${home}page-7`),
      afterMerge: await bench.afterMerge(spaceId, pageIds, home),
    }
  } finally {
    await verso.stop()
  }
}

/** What a browser that reads a page sends. */
export const browser = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html,*/*;q=0.8' }
const html = 'text/html; charset=utf-8'

export class SiteBench {
  readonly #verso: Verso

  constructor(verso: Verso) {
    this.#verso = verso
  }

  async publish(): Promise<{ home: string; spaceId: string; pageIds: string[] }> {
    const [organization] = (await this.#api<{ items: { id: string }[] }>('/orgs')).items
    const spaces = `/orgs/${organization?.id}/spaces`
    const { id: spaceId } = await this.#api<{ id: string }>(spaces, { title: 'Handbook' })
    const pageIds: string[] = []
    for (let first = 0; first < pages; first += 20) {
      const inserted = await this.#change<{ page: { id: string } }>(
        spaceId,
        Array.from({ length: Math.min(20, pages - first) }, (_, index) => ({
          operation: 'insert_page',
          title: `Page ${first + index}`,
          document: { markdown: text(first + index) },
        })),
      )
      pageIds.push(...inserted.map(({ page }) => page.id))
    }
    const sites = `/orgs/${organization?.id}/sites`
    const { id } = await this.#api<{ id: string }>(sites, { title: 'Handbook', spaces: [spaceId] })
    const { urls } = await this.#api<{ urls: { published: string } }>(`${sites}/${id}/publish`, {})
    return { home: urls.published, spaceId, pageIds }
  }

  /** Pages that nobody asked for before: read, parsed, coloured, rendered, compressed. */
  async cold(home: string): Promise<Measurement[]> {
    // The program itself is warm: what is measured is the page, not the start of the process. Each worker thread compiles the
    // renderer for itself, which takes it some dozens of pages.
    const [warmUp, rest] = [100, pages - 100]
    const load = (page: number): Load => ({ url: `${home}page-${page + 1}`, headers: browser })
    await measureEach(
      'warm-up',
      Array.from({ length: warmUp }, (_, page) => load(rest + page - 1)),
      this.#verso.meters,
    )
    const loads = Array.from({ length: rest - 20 }, (_, page) => load(page + 10))
    return [await measureEach(`page of ${kilobytes} KB, cold: Verso`, loads, this.#verso.meters)]
  }

  async warm(url: string): Promise<Measurement[]> {
    const { body, encoding } = await fetchRaw(url)
    const load: Load = { url, headers: browser }
    const results = [await measure('page, warm: Verso', load, this.#verso.meters)]
    const floor = async (name: string, program: Program, cpu: () => number | undefined) => {
      try {
        const meters = { cpu, postgresCpu: () => undefined }
        results.push(await measure(`page, warm: ${name}`, { ...load, url: program.url }, meters))
      } finally {
        await program.stop()
      }
    }
    const folder = mkdtempSync(join(tmpdir(), 'verso-bench-'))
    const file = join(folder, 'page')
    writeFileSync(file, body)
    const port = await freePort()
    const bare = await start(join(root, 'bench/support/bare.ts'), [String(port), file, html, encoding], {
      port,
      env: {},
      ready: '/',
    })
    await floor('bare Fastify', bare, () => cpuOf(bare.pid))
    rmSync(folder, { recursive: true, force: true })
    if (hasNginx()) {
      const nginx = await startNginx(body, html, encoding)
      await floor('nginx', nginx, () => cpuWithChildren(nginx.pid))
    }
    const etag = (await fetch(url, { headers: browser })).headers.get('etag') ?? ''
    const again = await fetch(url, { headers: { ...browser, 'if-none-match': etag } })
    if (again.status !== 304) throw new Error(`a page that is known was answered ${again.status}`)
    return results
  }

  async search(home: string): Promise<Measurement[]> {
    const queries = ['install', 'settings of the server', 'export', 'zebra 17', 'migration', 'wrok offline']
    const load = (query: string): Load => ({
      url: `${home}~verso/search?q=${encodeURIComponent(query)}`,
      headers: { ...browser, accept: 'application/json' },
    })
    const loads = Array.from({ length: 120 }, (_, index) => load(queries[index % queries.length] ?? ''))
    await measureEach('warm-up', loads.slice(0, 30), this.#verso.meters)
    return [await measureEach(`search of a site of ${pages} pages: Verso`, loads, this.#verso.meters)]
  }

  /** The index follows the content, page by page: done when all have it and the process is quiet. */
  async indexed(home: string): Promise<void> {
    const quiet = 20
    for (let attempt = 0; attempt < 240; attempt += 1) {
      const before = this.#verso.meters.cpu()
      await new Promise((resolve) => setTimeout(resolve, 500))
      const after = this.#verso.meters.cpu()
      const headers = { accept: 'application/json' }
      const answer = await fetch(`${home}~verso/search?q=zebra`, { headers })
      const { items } = (await answer.json()) as { items: unknown[] }
      const busy = before === undefined || after === undefined ? 0 : after - before
      if (items.length > 0 && busy <= quiet) return
    }
    throw new Error('the site was not indexed within two minutes')
  }

  async weight(url: string): Promise<Weight> {
    const page = await fetchRaw(url)
    const text = await (await fetch(url, { headers: { accept: html } })).text()
    const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, address = '']) => address)
    const total = async (addresses: string[]): Promise<number> => {
      let sum = 0
      for (const address of addresses) {
        // The first answer is compressed fast. Soon after it there is a smaller one, which all later visitors get.
        await fetchRaw(new URL(address, url).href)
        await delay(3000)
        sum += (await fetchRaw(new URL(address, url).href)).body.byteLength
      }
      return sum
    }
    return {
      html: page.body.byteLength,
      css: await total(named(/<link rel="stylesheet" href="([^"]*)"/g)),
      js: await total(named(/<script type="module" src="([^"]*)"/g)),
      fonts: await total(named(/<link rel="preload" href="([^"]*)" as="font"/g)),
    }
  }

  async afterMerge(spaceId: string, pageIds: string[], home: string): Promise<SiteResults['afterMerge']> {
    const took: number[] = []
    for (let edit = 0; edit < 20; edit += 1) {
      const word = `Edition ${edit} of this page.`
      await this.#change(spaceId, [
        {
          operation: 'update_page',
          page: pageIds[30],
          document: { markdown: `${word}\n\n${text(5000 + edit)}` },
        },
      ])
      const merged = performance.now()
      const shown = await (await fetch(`${home}page-30`, { headers: browser })).text()
      took.push(performance.now() - merged)
      if (!shown.includes(word)) throw new Error('the page is not the merged one')
    }
    took.sort((a, b) => a - b)
    return { p50: took[Math.floor(took.length / 2)] ?? 0, most: took.at(-1) ?? 0 }
  }

  /** Writes and merges. */
  async #change<Done>(spaceId: string, changes: object[]): Promise<Done[]> {
    const requests = `/spaces/${spaceId}/change-requests`
    const { id } = await this.#api<{ id: string }>(requests, {})
    const done = await this.#api<{ changes: Done[] }>(`${requests}/${id}/content?compat=false`, { changes })
    await this.#api(`${requests}/${id}/merge`, {})
    return done.changes
  }

  async #api<Body>(path: string, body?: object): Promise<Body> {
    const response = await fetch(`${this.#verso.url}/v1${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Body
  }
}

/** The bytes as they come over the wire: what `fetch` gives is unpacked already. */
function fetchRaw(url: string): Promise<{ body: Buffer; encoding: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: browser }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        response.statusCode === 200
          ? resolve({
              body: Buffer.concat(chunks),
              encoding: response.headers['content-encoding'] ?? 'identity',
            })
          : reject(new Error(`${url} was answered ${response.statusCode}`)),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

const words =
  'install the server with its settings and run a migration before you export what people wrote work offline when the network is away and a page is shown to everyone who may read it in their own language'.split(
    ' ',
  )

/** A page of 20 KB as people write them: prose, lists, code in three languages, tables, hints and tabs. No two alike. */
function text(seed: number): string {
  let state = seed * 7919 + 17
  const next = (most: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state % most
  }
  const word = (): string => words[next(words.length)] ?? ''
  const sentence = (): string => `${Array.from({ length: 9 + next(9) }, word).join(' ')} zebra ${seed}.`
  const paragraph = (): string =>
    `${sentence()} **${word()}** ${sentence()} See [${word()}](https://example.com/${word()}) and \`${word()}\`. ${sentence()}`
  const kinds = [
    () => `- ${sentence()}\n- ${sentence()}\n- ${sentence()}`,
    () =>
      `\`\`\`ts\nexport async function ${word()}${next(1000)}(name: string): Promise<number> {\n  // ${sentence()}\n  const answer = await fetch(\`/v1/\${name}?limit=${next(100)}\`)\n  return answer.ok ? ${next(1000)} : 0\n}\n\`\`\``,
    () =>
      `\`\`\`json\n{ "${word()}": ${next(1000)}, "${word()}": ["${word()}", true, null], "seed": ${seed} }\n\`\`\``,
    () =>
      `\`\`\`bash\ncurl -X POST https://example.com/v1/${word()} -d '{"n": ${next(1000)}}' # ${word()}\n\`\`\``,
    () =>
      `| Setting | Default | Meaning |\n| --- | :---: | --- |\n${Array.from({ length: 4 }, () => `| \`${word()}\` | ${next(100)} | ${sentence()} |`).join('\n')}`,
    () => `{% hint style="info" %}\n${sentence()}\n{% endhint %}`,
    () =>
      `{% tabs %}\n{% tab title="Linux" %}\n${sentence()}\n{% endtab %}\n\n{% tab title="macOS" %}\n${sentence()}\n{% endtab %}\n{% endtabs %}`,
  ]
  let made = ''
  for (let part = 0; made.length < kilobytes * 1024 - 300; part += 1) {
    const kind = kinds[next(kinds.length)]
    made += `## ${word()} ${word()} ${part}\n\n${paragraph()}\n\n${paragraph()}\n\n${kind?.() ?? ''}\n\n`
  }
  return made
}
