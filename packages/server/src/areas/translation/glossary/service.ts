import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { GlossaryTerm } from '../engines/engine.ts'
import { languages } from '../../../common/languages.ts'
import type { GlossaryRepository, GlossaryEntryRow } from './repository.ts'
import type { GlossaryEntry, GlossaryOperation, UpdateGlossary } from './schema.ts'

type Organization = Subjects['organization']

/** Every run of a translation reads the whole glossary. */
const MAX_ENTRIES = 10_000

const knownLanguages: ReadonlySet<string> = new Set(languages)

interface GlossaryServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  glossary: GlossaryRepository
}

export class GlossaryService {
  readonly #deps: GlossaryServiceDependencies

  constructor(deps: GlossaryServiceDependencies) {
    this.#deps = deps
  }

  async list(organization: Organization, paging: Paging): Promise<Page<GlossaryEntry>> {
    const page = await this.#deps.glossary.listEntries(this.#deps.database, organization.id, paging)
    return mapPage(page, (row) => this.#present(row))
  }

  async get(organization: Organization, id: string): Promise<GlossaryEntry> {
    const row = await this.#deps.glossary.findEntry(this.#deps.database, organization.id, id)
    if (!row) throw new NotFound('glossary entry', id)
    return this.#present(row)
  }

  /** Applies all operations or none. */
  update(organization: Organization, { operations }: UpdateGlossary): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      await lockOrganizations(tx, [organization.id])
      for (const [index, operation] of operations.entries()) {
        await this.#applyOperation(tx, organization.id, operation, `body.operations.${index}`)
      }
      if ((await this.#deps.glossary.countEntries(tx, organization.id)) > MAX_ENTRIES) {
        throw new Invalid(`A glossary has at most ${MAX_ENTRIES} entries.`)
      }
    })
  }

  /** The terms for the pair of languages of a translation. */
  listTerms(translation: {
    organizationId: string
    sourceLanguage: string
    language: string
  }): Promise<GlossaryTerm[]> {
    const { organizationId, sourceLanguage, language } = translation
    return this.#deps.glossary.listTerms(this.#deps.database, organizationId, sourceLanguage, language)
  }

  async #applyOperation(
    tx: Transaction,
    organizationId: string,
    operation: GlossaryOperation,
    where: string,
  ): Promise<void> {
    if (operation.type === 'delete') {
      if (!(await this.#deps.glossary.deleteEntry(tx, organizationId, operation.id)))
        throw makeUnknownEntryError(where, operation.id)
      return
    }
    const { translations } = operation
    const unknown = Object.keys(translations).find((language) => !knownLanguages.has(language))
    if (unknown !== undefined)
      throw new Invalid(`${where}.translations.${unknown} is not a language that can be translated.`)
    if (Object.keys(translations).length === 0) throw new Invalid(`${where}.translations is empty.`)
    const now = this.#deps.clock.now()
    if (operation.type === 'insert') {
      await this.#deps.glossary.insertEntry(tx, { id: newId(), organizationId, translations }, now)
    } else if (
      !(await this.#deps.glossary.updateEntry(tx, { id: operation.id, organizationId, translations }, now))
    ) {
      throw makeUnknownEntryError(where, operation.id)
    }
  }

  #present({ id, organizationId, translations, createdAt, updatedAt }: GlossaryEntryRow): GlossaryEntry {
    return {
      object: 'glossary-entry',
      id,
      translations,
      createdAt,
      updatedAt,
      urls: { location: this.#deps.urls.location(`/orgs/${organizationId}/translations-glossary/${id}`) },
    }
  }
}

const makeUnknownEntryError = (where: string, id: string): Invalid =>
  new Invalid(`${where}.id: there is no glossary entry "${id.slice(0, 64)}".`)
