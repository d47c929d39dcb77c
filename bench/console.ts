import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { findChromium } from '../tests/support/chromium.ts'
import { Verso } from './support/verso.ts'

/** What the console loads and how long it takes, on a processor that is as fast as this one and on one four times slower. */
export interface ConsoleResults {
  bytes: { screen: string; script: number; style: number }[]
  times: { name: string; ms: number; slowMs: number }[]
  treePages: number
  /** Megabytes of the script's heap with the tree open. */
  treeHeap: number
}

const TREE_PAGES = 10_000
/** As many as one request takes. */
const BATCH_PAGES = 50
const KEYS = 60
const WARM_UP_KEYS = 10
const SLOW_DOWN = 4

const command = join(import.meta.dirname, '../packages/server/bin/verso.js')
const run = promisify(execFile)

/** Opens the console of a real server in a browser. Undefined without a browser. */
export async function measureConsole(): Promise<ConsoleResults | undefined> {
  const search = await findChromium()
  if ('missing' in search) return undefined
  const verso = await Verso.start()
  const browser = await chromium.launch({ executablePath: search.program, args: ['--no-sandbox'] })
  try {
    const space = await createSpace(verso)
    const cookies = await signIn(verso, browser)
    const screens = { home: '/', 'space with its tree': `/spaces/${space}` }
    const bytes = [await countBytes(browser, verso, 'sign-in', '/sign-in')]
    for (const [screen, path] of Object.entries(screens))
      bytes.push(await countBytes(browser, verso, screen, path, cookies))
    const fast = await measureTimes(browser, verso, space, cookies, 1)
    const slow = await measureTimes(browser, verso, space, cookies, SLOW_DOWN)
    return {
      bytes,
      times: Object.entries(fast.times).map(([name, ms]) => ({ name, ms, slowMs: slow.times[name] ?? 0 })),
      treePages: TREE_PAGES,
      treeHeap: fast.heap,
    }
  } finally {
    await browser.close()
    await verso.stop()
  }
}

type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** A space with all pages at the root of its tree, where each of them is a row. */
async function createSpace(verso: Verso): Promise<string> {
  const organization = await verso.organization()
  const { id } = await verso.call<{ id: string }>('POST', `/orgs/${organization}/spaces`, {
    title: 'Handbook',
  })
  const changeRequest = await verso.call<{ id: string }>('POST', `/spaces/${id}/change-requests`, {})
  const path = `/spaces/${id}/change-requests/${changeRequest.id}`
  for (let first = 0; first < TREE_PAGES; first += BATCH_PAGES) {
    const changes = Array.from({ length: BATCH_PAGES }, (_, index) => ({
      operation: 'insert_page',
      title: `Page ${first + index}`,
      document: { markdown: 'Text.' },
    }))
    await verso.call('POST', `${path}/content`, { changes })
  }
  await verso.call('POST', `${path}/merge`, {})
  // Indexing would take a processor from the browser.
  const search = `/spaces/${id}/search?query=page`
  while ((await verso.call<{ complete?: boolean }>('GET', search)).complete === false) await verso.quiet()
  await verso.quiet()
  return id
}

/** Signs the first admin in by the link that the command prints. */
async function signIn(verso: Verso, browser: Browser): Promise<Cookies> {
  const { stdout } = await run(process.execPath, [command, 'login-link', 'admin@localhost'], {
    env: { ...process.env, VERSO_DATA_DIR: verso.dataDir, VERSO_PUBLIC_URL: verso.url },
  })
  const secret = /#(\S+)/.exec(stdout)?.[1]
  const context = await browser.newContext()
  const answer = await context.request.post(`${verso.url}/v1/user/sessions/link`, {
    data: { secret },
    headers: { origin: verso.url },
  })
  if (answer.status() !== 201) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`)
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

async function openPage(
  browser: Browser,
  cookies: Cookies = [],
): Promise<{ page: Page; session: CDPSession; close: () => Promise<void> }> {
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    // What is measured is waited for by scripts of the benchmark.
    bypassCSP: true,
  })
  if (cookies.length > 0) await context.addCookies(cookies)
  const page = await context.newPage()
  return { page, session: await context.newCDPSession(page), close: () => context.close() }
}

/** The bytes of scripts and style sheets on the wire until a screen is still. */
async function countBytes(
  browser: Browser,
  verso: Verso,
  screen: string,
  path: string,
  cookies: Cookies = [],
): Promise<ConsoleResults['bytes'][number]> {
  const { page, session, close } = await openPage(browser, cookies)
  const types = new Map<string, string>()
  const sums = { Script: 0, Stylesheet: 0 }
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type === 'Script' || type === 'Stylesheet') sums[type] += encodedDataLength
  })
  await page.goto(`${verso.url}/app${path}`)
  await page.locator('main').waitFor()
  await page.waitForTimeout(3000)
  await close()
  return { screen, script: sums.Script, style: sums.Stylesheet }
}

/** Resolves with the time after the next frame. */
const afterFrame = `new Promise((resolve) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => resolve(performance.now())
  port2.postMessage(null)
}))`

async function measureTimes(
  browser: Browser,
  verso: Verso,
  space: string,
  cookies: Cookies,
  slowDown: number,
): Promise<{ times: Record<string, number>; heap: number }> {
  const { page, session, close } = await openPage(browser, cookies)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  await page.goto(`${verso.url}/app/`)
  await page.waitForFunction(
    `document.querySelector('main')?.innerText.length > 0 && document.body.innerText.includes('Handbook')`,
    undefined,
    {
      polling: 'raf',
    },
  )
  const home = await page.evaluate<number>('performance.now()')
  await page.waitForTimeout(3000)
  const palette = await measureKey(page, 'Control+k', `document.activeElement?.matches('dialog[open] input')`)
  await page.keyboard.press('Escape')
  await page.goto(`${verso.url}/app/spaces/${space}`)
  await page.waitForFunction(`document.querySelector('[role=treegrid] [role=row]')`, undefined, {
    polling: 'raf',
  })
  const tree = await page.evaluate<number>('performance.now()')
  await page.waitForTimeout(3000)
  await page.locator('[role=treegrid] [role=row] a').first().focus()
  await page.evaluate(
    `window.keyTimes = []
    window.waitForKeys = async (count) => {
      while (window.keyTimes.length < count) await new Promise((resolve) => (window.onKey = resolve))
    }
    addEventListener('keydown', (event) => void ${afterFrame}.then((end) => {
      window.keyTimes.push(end - event.timeStamp)
      window.onKey?.()
    }), true)`,
  )
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('ArrowDown')
    // Whoever asks in each frame whether the key was drawn makes the browser draw frames that nobody needs.
    await page.evaluate(`window.waitForKeys(${key + 1})`)
  }
  const keys = (await page.evaluate<number[]>('window.keyTimes'))
    .slice(WARM_UP_KEYS)
    .toSorted((a, b) => a - b)
  const { metrics } = await session
    .send('Performance.enable')
    .then(() => session.send('Performance.getMetrics'))
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  await close()
  return {
    times: {
      'home can be used, nothing cached': home,
      'the palette opens': palette,
      [`a tree of ${TREE_PAGES} pages is shown, scripts cached`]: tree,
      'an arrow key in that tree, to paint: median': keys[Math.floor(keys.length / 2)] ?? 0,
      'an arrow key in that tree, to paint: 95 %': keys[Math.floor(keys.length * 0.95)] ?? 0,
    },
    heap: heap / 1_000_000,
  }
}

/** From the moment when the browser got a key to the frame in which a condition holds. The page itself watches: asking it from here takes time. */
async function measureKey(page: Page, key: string, condition: string): Promise<number> {
  await page.evaluate(`window.keyDone = new Promise((resolve) => {
    let keyAt
    // Of several keys at once, the last one acts.
    addEventListener('keydown', ({ timeStamp }) => (keyAt = timeStamp), true)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - keyAt)
    const look = () => requestAnimationFrame(() => (${condition} ? port2.postMessage(null) : look()))
    look()
  })
  void 0`)
  await page.keyboard.press(key)
  return page.evaluate<number>('window.keyDone')
}

export const consoleTable = ({ bytes, times, treePages, treeHeap }: ConsoleResults): string =>
  [
    '| the console: what a first visit loads | script bytes | style bytes |',
    '|---|--:|--:|',
    ...bytes.map(({ screen, script, style }) => `| ${screen} | ${script} | ${style} |`),
    '',
    '| the console, in Chromium | ms | ms, four times slower |',
    '|---|--:|--:|',
    ...times.map(({ name, ms, slowMs }) => `| ${name} | ${ms.toFixed(0)} | ${slowMs.toFixed(0)} |`),
    '',
    `With the tree of ${treePages} pages open, the heap of the script has ${treeHeap.toFixed(1)} MB.`,
  ].join('\n')
