import { build } from 'esbuild'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { convertDocumentToMarkdown, parseMarkdown } from '../../../packages/markdown/src/index.ts'
import type { Document } from '../../../packages/markdown/src/index.ts'
import { renderIconSvg } from '../../../packages/site/src/index.ts'

const editorFolder = fileURLToPath(new URL('../../../packages/console/src/', import.meta.url))

/** The policy of the console, with the name under which ProseMirror makes HTML of the clipboard. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' https: data:; require-trusted-types-for 'script'; trusted-types ProseMirrorClipboard"

const script = `
import './styles/main.css'
import { mountPageEditor } from './editor/index.ts'
window.openEditor = (document, options = {}) => {
  window.pageEditor?.destroy()
  window.changes = 0
  window.problems = []
  const people = [{ id: 'u1', name: 'Ada Lind', description: 'ada@example.com' }, { id: 'u2', name: 'Sam Ho' }]
  window.pageEditor = mountPageEditor({
    element: globalThis.document.querySelector('#editor'),
    document,
    isReadOnly: false,
    onChange: () => window.changes++,
    onProblem: (message) => window.problems.push(message),
    parseMarkdown: (text) => window.parseMarkdown(text),
    documentToMarkdown: (value) => window.documentToMarkdown(value),
    searchPages: async (query) =>
      [{ title: 'Getting started', description: 'Guide', ref: { kind: 'page', page: 'pageId' } }].filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())),
    searchReusableContent: async (query) =>
      [{ title: 'Licence', ref: { kind: 'reusable-content', reusableContent: 'licence' } }].filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())),
    describeReusableContent: (ref) => (ref.reusableContent === 'licence' ? 'Licence' : undefined),
    searchApiSpecs: async (query) => ['petstore', 'billing'].filter((spec) => spec.includes(query)),
    searchApiOperations: async (spec, query) =>
      [{ path: '/pets', method: 'get', summary: 'List pets' }, { path: '/pets', method: 'post', summary: 'Add a pet' }].filter(({ method, summary }) => (method + summary).toLowerCase().includes(query.toLowerCase())),
    searchIcons: async (query) => ['rocket', 'house'].filter((name) => name.includes(query)),
    searchFiles: async (query, kind) =>
      [
        { name: 'Guide.pdf', description: '1 kB', ref: { kind: 'file', file: 'guideId' } },
        { name: 'logo.png', description: '2 kB', ref: { kind: 'file', file: 'logoId' } },
      ].filter(({ name }) => (kind === 'file' || name.endsWith('.png')) && name.toLowerCase().includes(query.toLowerCase())),
    searchPeople: async (query) => people.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())),
    findPeople: async (ids) => people.filter(({ id }) => ids.includes(id)),
    uploadFile: async (file, { onProgress }) => {
      onProgress(0.5)
      await window.uploadGate
      if (file.name.startsWith('bad')) throw new Error('no')
      return { ref: { kind: 'url', url: 'https://files.example.com/' + file.name } }
    },
    describeProblem: () => 'The file is larger than 20 MB. Use a smaller one.',
    ...options,
  })
}
`

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Editor</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css"><link rel="stylesheet" href="/editor.css"></head>
<body><main id="editor"></main><script src="/editor.js"></script></body></html>`

const pageStyles = `main { max-width: 45rem; margin: 2rem auto; padding: 0 1rem; } @media (min-width: 60rem) { main { padding: 0 5rem; max-width: 55rem } }`

/** The editor on a page of its own, with the console's content security policy, in a browser. */
export class EditorUnderTest {
  readonly browser: Browser
  readonly #server: Server
  readonly #origin: string

  private constructor(browser: Browser, server: Server, origin: string) {
    this.browser = browser
    this.#server = server
    this.#origin = origin
  }

  static async start(program: string): Promise<EditorUnderTest> {
    const { outputFiles } = await build({
      stdin: { contents: script, resolveDir: editorFolder, loader: 'ts' },
      bundle: true,
      format: 'iife',
      outfile: 'editor.js',
      loader: { '.woff2': 'empty' },
      write: false,
      logLevel: 'error',
    })
    const files = new Map([
      ['/', { type: 'text/html', body: html }],
      ['/page.css', { type: 'text/css', body: pageStyles }],
      ...outputFiles.map(({ path, text }): [string, { type: string; body: string }] =>
        path.endsWith('.css')
          ? ['/editor.css', { type: 'text/css', body: text }]
          : ['/editor.js', { type: 'text/javascript', body: text }],
      ),
    ])
    const server = createServer((request, response) => {
      const icon = /^\/app\/icons\/([\w-]+)\.svg$/.exec(request.url ?? '')?.[1]
      const file =
        icon === undefined
          ? files.get(request.url ?? '')
          : { type: 'image/svg+xml', body: renderIconSvg(icon) ?? '' }
      response.writeHead(file ? 200 : 404, {
        'content-type': `${file?.type ?? 'text/plain'}; charset=utf-8`,
        'content-security-policy': policy,
      })
      response.end(file?.body ?? '')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
    return new EditorUnderTest(browser, server, `http://127.0.0.1:${port}/`)
  }

  /** Opens the editor with a Markdown text, and hands over the page. Errors of the page fail the test. */
  async open(
    markdown: string,
    work: (page: EditorPage) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const context = await this.browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      // The policy reports handlers in pasted HTML that it keeps from running.
      if (message.type() === 'error' && !/ERR_|inline event handler/.test(message.text()))
        errors.push(message.text())
    })
    await page.exposeFunction('parseMarkdown', (text: string) => parseMarkdown(text).document)
    await page.exposeFunction('documentToMarkdown', (document: Document) =>
      convertDocumentToMarkdown(document),
    )
    await page.goto(this.#origin)
    const { document } = parseMarkdown(markdown)
    const editorPage = new EditorPage(page)
    await editorPage.reopen(document)
    await work(editorPage)
    await context.close()
    if (errors.length > 0) throw new Error(`The page reported: ${errors.join('; ')}`)
  }

  async stop(): Promise<void> {
    await this.browser.close()
    this.#server.close()
  }
}

export class EditorPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The text that is edited. */
  get text(): ReturnType<Page['locator']> {
    return this.page.getByRole('textbox', { name: 'Text of the page' })
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  /**
   * Waits until the editor has its selection after it got the focus: it restores it 20 ms later, and takes back what a key
   * did meanwhile. A longer timer that begins later ends later.
   */
  async waitForFocus(): Promise<void> {
    await this.page.evaluate('new Promise((resolve) => setTimeout(resolve, 30))')
  }

  /** Puts the cursor behind a text. */
  async clickEnd(text: string): Promise<void> {
    await this.page.getByText(text, { exact: true }).first().click()
    await this.waitForFocus()
    await this.press('End')
  }

  /** Opens another document, or the same one with other options. */
  async reopen(document: Document | undefined, options: { isReadOnly?: boolean } = {}): Promise<void> {
    const json = document === undefined ? 'window.pageEditor.getDocument()' : JSON.stringify(document)
    await this.page.evaluate(`window.openEditor(${json}, ${JSON.stringify(options)})`)
  }

  /** The document of the editor as Markdown. Whatever people did, it can be said. */
  async readMarkdown(): Promise<string> {
    return convertDocumentToMarkdown(await this.page.evaluate('window.pageEditor.getDocument()'))
  }

  /** Pastes as a browser does that has these contents in its clipboard. */
  async paste(contents: Record<string, string>): Promise<void> {
    await this.page.evaluate(`{
      const data = new DataTransfer()
      for (const [type, value] of Object.entries(${JSON.stringify(contents)})) data.setData(type, value)
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(event)
    }`)
  }
}
