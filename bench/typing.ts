import { build } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { loadConsole } from '../packages/console/build/index.ts'
import type { BuildManifest } from '../packages/console/build/manifest.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { Text } from './support/text.ts'

/** Milliseconds of something that was done again and again. */
export interface TypingTime {
  name: string
  median: number
  p95: number
}

export interface TypingResults {
  kilobytes: number
  times: TypingTime[]
  /** What the page editor loads besides the screen that it is on, compressed. */
  editorBytes: number
}

const PAGE_CHARACTERS = 90_000
const WARM_UP_KEYS = 20
const MEASURED_KEYS = 300
const OPENINGS = 10

const consoleFolder = fileURLToPath(new URL('../packages/console/src/', import.meta.url))

/**
 * Both fields are opened and typed into by the same code. A key counts from the moment when the browser got it to the first
 * task after the frame that shows it.
 */
const script = `
import './styles/main.css'
import { mountPageEditor } from './editor/index.ts'
import { readDocument } from './features/change-requests/writing/page-markdown.ts'

const host = document.querySelector('main')
const afterFrame = () =>
  new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(null)
    }),
  )
let editor
const open = {
  editor: (markdown) => {
    editor = mountPageEditor({ element: host, document: readDocument(markdown), isReadOnly: false, onChange: () => {} })
  },
  plain: (markdown) => {
    const field = document.createElement('div')
    field.contentEditable = 'true'
    for (const text of markdown.split(/\\n+/)) {
      const paragraph = document.createElement('p')
      paragraph.textContent = text
      field.append(paragraph)
    }
    host.append(field)
  },
}
window.openField = async (kind, markdown) => {
  editor?.destroy()
  editor = undefined
  host.replaceChildren()
  await afterFrame()
  const start = performance.now()
  open[kind](markdown)
  return (await afterFrame()) - start
}
window.placeCursor = () => {
  const field = host.querySelector('[contenteditable=true]')
  const paragraphs = field.querySelectorAll('p')
  const middle = paragraphs[Math.floor(paragraphs.length / 2)]
  middle.scrollIntoView({ block: 'center' })
  field.focus()
  getSelection().collapse(middle, middle.childNodes.length)
}
window.keyTimes = []
window.waitForKeys = async (count) => {
  while (window.keyTimes.length < count) await new Promise((resolve) => (window.onKey = resolve))
}
addEventListener(
  'keydown',
  (event) =>
    void afterFrame().then((end) => {
      window.keyTimes.push(end - event.timeStamp)
      window.onKey?.()
    }),
  true,
)
`

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Typing</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/typing.css"></head><body><main></main><script src="/typing.js"></script></body></html>`

/** Types into a long page in a browser, beside a field of the browser itself with the same text. Undefined without a browser. */
export async function measureTyping(): Promise<TypingResults | undefined> {
  const search = await findChromium()
  if ('missing' in search) return undefined
  const server = await servePage()
  const browser = await chromium.launch({ executablePath: search.program, args: ['--no-sandbox'] })
  try {
    const { port } = server.address() as AddressInfo
    const markdown = writePage()
    const times = [
      ...(await measureField(browser, port, 'editor', markdown)),
      ...(await measureField(browser, port, 'plain', markdown)),
    ]
    for (const { name, ...time } of await measureWithoutRefresh(search.program, port, markdown))
      times.push({ name: `${name}, without the wait for the screen's next refresh`, ...time })
    return { kilobytes: Math.round(markdown.length / 1000), times, editorBytes: await countEditorBytes() }
  } finally {
    await browser.close()
    server.close()
  }
}

/**
 * A key comes at any moment between two refreshes of a screen with 60 of them a second, so that half of 16.7 ms passes on
 * average before a frame is even begun, in an empty field too. This browser draws as soon as something has changed.
 */
async function measureWithoutRefresh(program: string, port: number, markdown: string): Promise<TypingTime[]> {
  const browser = await chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-frame-rate-limit', '--disable-gpu-vsync'],
  })
  try {
    const [editor] = await measureField(browser, port, 'editor', markdown)
    const [plain] = await measureField(browser, port, 'plain', markdown)
    return [editor, plain].filter((time) => time !== undefined)
  } finally {
    await browser.close()
  }
}

async function servePage() {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: consoleFolder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'iife',
    outfile: 'typing.js',
    loader: { '.woff2': 'empty' },
    write: false,
    logLevel: 'error',
  })
  const server = createServer(({ url = '' }, response) => {
    const file = outputFiles.find(({ path }) => path.endsWith(url))
    const type = url === '/' ? 'html' : url.endsWith('.css') ? 'css' : 'javascript'
    response.writeHead(200, { 'content-type': `text/${type}; charset=utf-8` })
    response.end(url === '/' ? html : file?.contents)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function measureField(
  browser: Browser,
  port: number,
  kind: 'editor' | 'plain',
  markdown: string,
): Promise<TypingTime[]> {
  const name = kind === 'editor' ? 'the page editor' : 'a plain field of the browser'
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  const openings: number[] = []
  for (let opening = 0; opening < OPENINGS; opening++) {
    openings.push(
      await page.evaluate(`window.openField(${JSON.stringify(kind)}, ${JSON.stringify(markdown)})`),
    )
  }
  await page.evaluate('window.placeCursor()')
  for (let key = 0; key < WARM_UP_KEYS + MEASURED_KEYS; key++) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a')
    // Whoever asks in each frame whether the key was drawn makes the browser draw frames that nobody needs.
    await page.evaluate(`window.waitForKeys(${key + 1})`)
  }
  const keys: number[] = await page.evaluate('window.keyTimes')
  const typed = await page.evaluate(`document.querySelector('main').innerText.includes('aaaaa aaaaa')`)
  if (typed !== true) throw new Error(`What was typed is not in ${name}.`)
  await page.close()
  return [
    { name: `${name}: from key to paint`, ...summarize(keys.slice(WARM_UP_KEYS)) },
    { name: `${name}: opening, to paint`, ...summarize(openings) },
  ]
}

function summarize(times: readonly number[]): Pick<TypingTime, 'median' | 'p95'> {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { median: at(0.5), p95: at(0.95) }
}

/** A page with the blocks that documentation has most of. */
function writePage(): string {
  const text = new Text(1)
  const parts: string[] = []
  for (let length = 0, number = 0; length < PAGE_CHARACTERS; number++) {
    const words = text.page(number, 1).replaceAll(/\[link\]\([^)]*\)\n*/g, '')
    const sentence = words.split('\n')[0] ?? ''
    const part = [
      words,
      `* ${sentence}\n* **${sentence.slice(0, 40)}** and [a link](https://example.com/${number})\n  1. ${sentence.slice(0, 60)}`,
      `{% hint style="info" %}\n${sentence}\n{% endhint %}`,
      `\`\`\`js\nconst value = ${number}\nsend(value)\n\`\`\``,
      `| Name | Meaning |\n| --- | --- |\n| a${number} | ${sentence.slice(0, 50)} |\n| b${number} | ${sentence.slice(50, 100)} |`,
    ].join('\n\n')
    parts.push(part)
    length += part.length
  }
  return `${parts.join('\n\n')}\n`
}

async function countEditorBytes(): Promise<number> {
  const { folder } = await loadConsole()
  // The build writes it.
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as BuildManifest
  const listFiles = (entries: readonly string[]): Set<string> => {
    const files = new Set<string>()
    const visit = (key: string): void => {
      const chunk = manifest[key]
      if (!chunk || files.has(chunk.file)) return
      files.add(chunk.file)
      chunk.imports?.forEach(visit)
    }
    entries.forEach(visit)
    return files
  }
  const writing = 'src/features/change-requests/writing'
  const screen = listFiles(['src/main.tsx', `${writing}/write-screen.tsx`])
  let bytes = 0
  for (const file of listFiles([`${writing}/rich-editor.ts`])) {
    if (!screen.has(file)) bytes += gzipSync(await readFile(join(folder, file))).length
  }
  return bytes
}

export const typingTable = ({ kilobytes, times, editorBytes }: TypingResults): string =>
  [
    `| writing in a page of ${kilobytes} KB, in Chromium | median ms | p95 ms |`,
    '|---|--:|--:|',
    ...times.map(({ name, median, p95 }) => `| ${name} | ${median.toFixed(1)} | ${p95.toFixed(1)} |`),
    '',
    '| what the page editor loads | compressed bytes |',
    '|---|--:|',
    `| besides the screen that it is on | ${editorBytes} |`,
  ].join('\n')
