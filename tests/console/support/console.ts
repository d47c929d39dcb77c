import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { loadConsole } from '../../../packages/console/build/load.ts'
import type { Network } from '../../../packages/server/src/outbound/fetcher.ts'
import { type Person, TestApp } from '../../../packages/server/src/testing/app.ts'
import { waitFor } from '../../../packages/server/src/testing/wait-for.ts'
import { findChromium } from '../../support/chromium.ts'
import { findFreePort } from '../../support/ports.ts'

const search = await findChromium()

/** Why flows cannot run here, if they cannot. */
export const missingBrowser = 'missing' in search ? search.missing : undefined

/** Follows the title of a group of flows that is skipped. */
export const skipNote = missingBrowser === undefined ? '' : ` (${missingBrowser})`

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Pictures of screens, for people to look at. Git ignores the folder. */
export const screenshotFolder = join(import.meta.dirname, '../screenshots')

export const password = 'seven purple otters'

/** How long a step may take on a busy machine. Nothing waits so long when it works. */
const STEP_TIMEOUT_MS = 30_000

interface OpenOptions extends BrowserContextOptions {
  /** Messages of the browser that the flow brings about itself, such as the status of a request that fails on purpose. */
  expectedMessages?: RegExp
}

/** A server of its own with the console, and a browser that looks at it. */
export class ConsoleUnderTest {
  readonly app: TestApp
  readonly origin: string
  readonly browser: Browser

  private constructor(app: TestApp, origin: string, browser: Browser) {
    this.app = app
    this.origin = origin
    this.browser = browser
  }

  /**
   * @param wantedPort for what has to know the address before the server is started.
   * @param network what the server asks others through; without it, nobody is there.
   */
  static async start(
    settings: Parameters<typeof TestApp.start>[0] = {},
    wantedPort?: number,
    network?: Network,
  ): Promise<ConsoleUnderTest> {
    if ('missing' in search) throw new Error(search.missing)
    // Built before the first page waits for it: on a busy machine that takes longer than a step may.
    await loadConsole()
    const port = wantedPort ?? (await findFreePort())
    const origin = `http://localhost:${port}`
    const app = await TestApp.start(
      { publicUrl: origin, ...settings },
      { role: 'all', ...(network && { network }) },
    )
    await app.app.http.listen({ port, host: '127.0.0.1' })
    await mkdir(screenshotFolder, { recursive: true })
    const browser = await chromium.launch({
      executablePath: search.program,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    })
    return new ConsoleUnderTest(app, origin, browser)
  }

  async stop(): Promise<void> {
    await this.browser.close()
    await this.app.stop()
  }

  /** Lets somebody sign in with `password`. */
  async givePassword(person: Person): Promise<void> {
    const { accounts } = this.app.app.areas.signIn
    await this.app.database.transaction((tx) => accounts.setPassword(tx, person.id, password))
  }

  /**
   * Opens an address in a browser of its own, as somebody who is signed in or as nobody, and closes it afterwards. Fails on
   * every message of the browser: errors of scripts, refusals of the content security policy, requests that failed.
   */
  async open(
    path: string,
    by: Person | undefined,
    use: (page: Page, context: BrowserContext) => Promise<void>,
    { expectedMessages, ...options }: OpenOptions = {},
  ): Promise<void> {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'en-US',
      ...options,
    })
    context.setDefaultTimeout(STEP_TIMEOUT_MS)
    try {
      if (by) await this.signIn(context, by)
      const page = await context.newPage()
      const problems = collectProblems(page, expectedMessages)
      await page.goto(`${this.origin}/app${path}`)
      await use(page, context)
      if (problems.length > 0) throw new Error(`The browser reported:\n${problems.join('\n')}`)
    } finally {
      await context.close()
    }
  }

  /** Gives a browser the session of somebody, as signing in does. */
  async signIn(context: BrowserContext, person: Person): Promise<void> {
    await this.givePassword(person)
    const response = await context.request.post(`${this.origin}/v1/user/sessions`, {
      data: { email: person.email, password },
      headers: { origin: this.origin },
    })
    if (response.status() !== 201) throw new Error(`Signing in answered ${response.status()}.`)
  }

  /** Takes a picture for people to look at. */
  async takePicture(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage: true })
  }
}

/** Everything that a browser complains about while a page is open. */
export function collectProblems(page: Page, expectedMessages?: RegExp): string[] {
  const problems: string[] = []
  const add = (text: string): void => {
    if (expectedMessages?.test(text) !== true) problems.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') add(message.text())
  })
  page.on('pageerror', (error) => add(error.stack ?? error.message))
  return problems
}

/** For how long nothing may be under way before a screen counts as loaded. */
const QUIET_MS = 500

/**
 * Follows the requests of a page from now on. The function that it returns waits until none is under way, streams of events
 * aside, which stay open.
 */
export function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let lastChange = Date.now()
  const end = (request: Request): void => {
    open.delete(request)
    lastChange = Date.now()
  }
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return
    open.add(request)
    lastChange = Date.now()
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    await waitFor('the requests of the page', () => open.size === 0 && Date.now() - lastChange > QUIET_MS)
  }
}

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string }[] }[]
}

/** Ends once no colour is on its way to another one: axe would report the contrast of what nobody sees for long. */
const finishTransitions = `Promise.allSettled(
  document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition)
    .map((transition) => transition.finished)
).then(() => 0)`

/** Ends once nothing is read out any more about a button that is gone: what is left of it has no name. */
const finishAnnouncements = `new Promise((resolve) => {
  const look = () =>
    document.querySelector('[data-live-announcer] [role=img]') ? setTimeout(look, 100) : resolve(0)
  look()
})`

/**
 * What axe finds against WCAG 2.2 AA and its best practices. It runs in a world of its own, so that the content security
 * policy of the page stays as it is.
 */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  })
  const evaluate = async (expression: string, awaitPromise = false): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  await evaluate(`${axe};0`)
  await evaluate(finishTransitions, true)
  await evaluate(finishAnnouncements, true)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  // axe documents the shape of its result.
  const { violations } = (await evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) => ({ violations }))`,
    true,
  )) as AxeResult
  await session.detach()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 300)}`),
  )
}
