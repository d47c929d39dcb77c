import type { Clock } from '../../../common/clock.ts'
import { Invalid } from '../../../common/errors.ts'
import {
  defaultInterfaceLanguage,
  type InterfaceLanguage,
  interfaceLanguages,
} from '../../../common/interface-languages.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import type { PreferencesRepository, PreferencesRow } from './repository.ts'
import { notificationMails, type Preferences, type UpdatePreferences } from './schema.ts'

/** All that the console remembers for one person, as JSON. */
const MAX_CONSOLE_BYTES = 16 * 1024

const themes = ['light', 'dark', 'system'] as const

interface PreferencesServiceDependencies {
  database: Database
  preferences: PreferencesRepository
  clock: Clock
}

/** How each person wants the console and their mails to be. */
export class PreferencesService {
  readonly #deps: PreferencesServiceDependencies

  constructor(deps: PreferencesServiceDependencies) {
    this.#deps = deps
  }

  async get(userId: string): Promise<Preferences> {
    return presentPreferences(await this.#deps.preferences.find(this.#deps.database, userId))
  }

  update(userId: string, changes: UpdatePreferences): Promise<Preferences> {
    return this.#deps.database.transaction((tx) => this.change(tx, userId, changes))
  }

  async change(tx: Transaction, userId: string, changes: UpdatePreferences): Promise<Preferences> {
    const { preferences, clock } = this.#deps
    const current = await preferences.lock(tx, userId, clock.now())
    const console = Object.fromEntries(
      Object.entries({ ...current.console, ...changes.console }).filter(([, value]) => value !== null),
    )
    if (Buffer.byteLength(JSON.stringify(console)) > MAX_CONSOLE_BYTES) {
      throw new Invalid(`body.console would have more than ${MAX_CONSOLE_BYTES} bytes with what is there.`)
    }
    const row = {
      language: changes.language === undefined ? current.language : changes.language,
      theme: changes.theme === undefined ? current.theme : changes.theme,
      notificationMail:
        changes.notificationMail === undefined ? current.notificationMail : changes.notificationMail,
      console,
    }
    await preferences.set(tx, userId, row)
    return presentPreferences(row)
  }

  /** The language to write to this person in. */
  async findLanguage(on: Queryable, userId: string): Promise<InterfaceLanguage> {
    return readLanguage(await this.#deps.preferences.find(on, userId)) ?? defaultInterfaceLanguage
  }
}

function presentPreferences(row: PreferencesRow | undefined): Preferences {
  const language = readLanguage(row)
  const theme = themes.find((known) => known === row?.theme)
  const notificationMail = notificationMails.find((known) => known === row?.notificationMail)
  return {
    object: 'preferences',
    ...(language && { language }),
    ...(theme && { theme }),
    ...(notificationMail && { notificationMail }),
    console: row?.console ?? {},
  }
}

const readLanguage = (row: PreferencesRow | undefined): InterfaceLanguage | undefined =>
  interfaceLanguages.find((known) => known === row?.language)
