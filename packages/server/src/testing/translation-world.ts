import { sql } from '../database/database.ts'
import type { RevisionPage } from '../areas/content/revisions/schema.ts'
import type { Space } from '../areas/content/spaces/schema.ts'
import type { Translation } from '../areas/translation/translations/schema.ts'
import { expectStatus, type Person, TestApp } from './app.ts'
import { writePages } from './content.ts'
import { TestNetwork } from './network.ts'
import { startTestTranslator, type TestTranslator, toUpperCaseText } from './translators.ts'
import { waitFor } from './wait-for.ts'

/** The pages of a space that tests translate. */
export const sourcePages = [
  {
    title: 'Guide',
    markdown: '## Set up\n\nPut `words` in [the page](guide/start.md#first-step).\n',
    pages: [
      {
        title: 'Start',
        markdown: '## First step\n\nSay **hello** to {{ user }}.\n',
        fields: { description: 'How to begin' },
      },
    ],
  },
  { title: 'End', markdown: 'Good bye.\n' },
]

/** Verso with a translator, and what tests of translations do with it. */
export class TranslationWorld {
  readonly app: TestApp
  readonly network: TestNetwork
  readonly translator: TestTranslator
  readonly organizationId: string
  readonly admin: Person

  private constructor(
    app: TestApp,
    network: TestNetwork,
    translator: TestTranslator,
    organization: { id: string; admin: Person },
  ) {
    this.app = app
    this.network = network
    this.translator = translator
    this.organizationId = organization.id
    this.admin = organization.admin
  }

  static async start(): Promise<TranslationWorld> {
    const network = new TestNetwork()
    const translator = await startTestTranslator(network)
    const app = await TestApp.start(
      { translator: { kind: 'openai', url: translator.url, key: 'the-key', model: 'a-model' } },
      { role: 'all', network },
    )
    return new TranslationWorld(app, network, translator, await app.organization())
  }

  /** Makes the translator answer as it should, and forgets what was asked. Called before each test. */
  resetTranslator = (): void => {
    this.translator.behaviour = { translate: toUpperCaseText }
    this.translator.requestedSegments.length = 0
    this.translator.requests.length = 0
  }

  /** Deletes tasks and stored translations, which other tests must not find. Called after each test. */
  deleteResults = async (): Promise<void> => {
    await this.app.database.execute(sql`delete from tasks`)
    await this.app.database.execute(sql`delete from translation_memory`)
  }

  close = async (): Promise<void> => {
    await this.app.stop()
    await this.network.close()
  }

  makePath = (id: string): string => `/orgs/${this.organizationId}/translations/${id}`

  readTranslation = async (id: string, by = this.admin): Promise<Translation> =>
    expectStatus(200, await by.get<Translation>(this.makePath(id)))

  /** Waits until the given number of runs have ended. */
  waitForRuns = (id: string, runs: number): Promise<Translation> =>
    waitFor(`run ${runs} of the translation`, async () => {
      const translation = await this.readTranslation(id)
      return translation.status === 'completed' && translation.stats.runs === runs && translation
    })

  createTranslation = async (space: string, body: object = {}): Promise<Translation> => {
    const given = { source: { space, language: 'en' }, language: 'es', ...body }
    const path = `/orgs/${this.organizationId}/translations`
    return expectStatus(201, await this.admin.post<Translation>(path, given))
  }

  startRun = async (id: string): Promise<void> => {
    expectStatus(204, await this.admin.post(`${this.makePath(id)}/run`))
  }

  readMarkdown = async (spaceId: string, path: string): Promise<string> => {
    const at = `/spaces/${spaceId}/content/path/${encodeURIComponent(path)}?format=markdown`
    const page = expectStatus(200, await this.admin.get<RevisionPage>(at))
    return page.markdown ?? ''
  }

  createSource = async (body: object = {}): Promise<Space> => {
    const space = await this.app.space(this.admin, this.organizationId, { title: 'Handbook', ...body })
    await writePages(this.admin, space.id, sourcePages)
    return space
  }
}

/** The space that a translation was written to. */
export const getResultSpace = (translation: Translation): string => translation.result?.space ?? ''
