import { mkdir } from 'node:fs/promises'
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
import { findAccessibilityProblems } from './accessibility.ts'

export { findAccessibilityProblems }

const search = await findChromium()

/** Why flows cannot run here, if they cannot. */
export const missingBrowser = 'missing' in search ? search.missing : undefined

/** Follows the title of a group of flows that is skipped. */
export const skipNote = missingBrowser === undefined ? '' : ` (${missingBrowser})`

/** Pictures of screens, for people to look at. Git ignores the folder. */
const screenshotFolder = join(import.meta.dirname, '../screenshots')

/** Taking pictures costs a quarter of the time of the flows, so they are taken for whoever asks for them. */
const takesPictures = process.env['VERSO_TEST_PICTURES'] === '1'

export const password = 'seven purple otters'

/** How long a step may take on a busy machine. Nothing waits so long when it works. */
const STEP_TIMEOUT_MS = 30_000

interface OpenOptions extends BrowserContextOptions {
  /** Messages of the browser that the flow brings about itself, such as the status of a request that fails on purpose. */
  expectedMessages?: RegExp
}

export type Look = 'light' | 'dark' | 'forced colours' | '320 pixels' | 'phone sideways' | 'large text'

/**
 * The ways in which every screen is looked at. Where only colours differ, only their contrast can be wrong; where only sizes
 * do, only what does not fit.
 */
const looks: Record<Look, { show: (page: Page) => Promise<void>; isRecolouring?: true; isResizing?: true }> =
  {
    light: { show: (page) => page.emulateMedia({ colorScheme: 'light' }) },
    dark: { show: (page) => page.emulateMedia({ colorScheme: 'dark' }), isRecolouring: true },
    'forced colours': {
      show: (page) => page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' }),
      isRecolouring: true,
    },
    '320 pixels': {
      show: async (page) => {
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
        await page.setViewportSize({ width: 320, height: 640 })
      },
    },
    'phone sideways': {
      show: async (page) => {
        await page.setViewportSize({ width: 740, height: 360 })
      },
      isResizing: true,
    },
    'large text': {
      show: async (page) => {
        await page.setViewportSize({ width: 1280, height: 900 })
      },
      isResizing: true,
    },
  }
// `Object.keys` forgets the type of the keys. Large text is a setting of the whole browser.
const lookNames = (Object.keys(looks) as Look[]).filter((name) => name !== 'large text')

/** @param settings further arguments of the program. */
export async function launchBrowser(settings: readonly string[] = []): Promise<Browser> {
  if ('missing' in search) throw new Error(search.missing)
  return await chromium.launch({
    executablePath: search.program,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      // Domains of sites under test lead to this machine.
      '--host-resolver-rules=MAP *.fernwall.example 127.0.0.1',
      ...settings,
    ],
  })
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
    return new ConsoleUnderTest(app, origin, await launchBrowser())
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

  /** What is wrong with a screen in each look. */
  async findProblemsInLooks(page: Page, picture: string, names?: readonly Look[]): Promise<string[]> {
    return await findProblemsInLooks(page, picture, names)
  }

  /** Takes a picture for people to look at, where `VERSO_TEST_PICTURES` asks for them. */
  async takePicture(page: Page, name: string): Promise<void> {
    await takePicture(page, name)
  }
}

/**
 * What is wrong with a page in each look. It is left in the last one.
 *
 * @param picture the name of its pictures.
 */
export async function findProblemsInLooks(
  page: Page,
  picture: string,
  names: readonly Look[] = lookNames,
): Promise<string[]> {
  const problems: string[] = []
  for (const name of names) {
    const { show, isRecolouring, isResizing } = looks[name]
    await show(page)
    const found = isResizing
      ? []
      : await findAccessibilityProblems(page, isRecolouring ? ['color-contrast'] : undefined)
    problems.push(...found.map((problem) => `${name}: ${problem}`))
    if ((await page.evaluate('document.documentElement.scrollWidth <= innerWidth')) !== true) {
      problems.push(`${name}: It is wider than the window.`)
    }
    await takePicture(page, `${picture}-${name.replaceAll(' ', '-')}`)
  }
  return problems
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (!takesPictures) return
  await mkdir(screenshotFolder, { recursive: true })
  await page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage: true })
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
