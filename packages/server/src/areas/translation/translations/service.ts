import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import { hasPermission } from '../../../access/permissions.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import { type CollectionService, type MainMove, writeDocumentMarkdown } from '../../content/index.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { Tasks } from '../../../jobs/tasks.ts'
import { presentTranslation } from './present.ts'
import { makeTranslationKey, type TranslationForViewer, type TranslationRepository } from './repository.ts'
import type { CreateTranslation, Translation, UpdateTranslation } from './schema.ts'
import type { TranslationTaskData, TranslationRunner } from './translation-runner.ts'

type Organization = Subjects['organization']

const MAX_INSTRUCTIONS_LENGTH = 20_000

interface TranslationServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  tasks: Tasks
  translations: TranslationRepository
  collections: CollectionService
  runner: TranslationRunner
}

export class TranslationService {
  readonly #deps: TranslationServiceDependencies

  constructor(deps: TranslationServiceDependencies) {
    this.#deps = deps
    this.#deps.tasks.handle<TranslationTaskData>('translate', (task) => deps.runner.runTranslation(task))
  }

  async list(caller: Caller, organization: Organization, paging: Paging): Promise<Page<Translation>> {
    const viewer = { userId: caller.userId, memberRole: organization.role }
    const page = await this.#deps.translations.listTranslations(
      this.#deps.database,
      organization.id,
      viewer,
      paging,
    )
    return mapPage(page, (row) => presentTranslation(this.#deps.urls, row))
  }

  async get(caller: Caller, organization: Organization, id: string): Promise<Translation> {
    return presentTranslation(
      this.#deps.urls,
      await this.#require(this.#deps.database, caller, organization, id),
    )
  }

  create(caller: Caller, organization: Organization, body: CreateTranslation): Promise<Translation> {
    const { source, language } = body
    if (source.language === language) {
      throw new Invalid('body.language must not be the language of the source.')
    }
    const instructions = readInstructions(body.instructions)
    return this.#deps.database.transaction(async (tx) => {
      const space = await requireAccess<'space'>(tx, caller, 'space.translate', source.space)
      if (space.organizationId !== organization.id) throw new NotFound('space', source.space)
      await this.#deps.collections.requireCreateAccess(tx, caller, organization, space.parentId)
      const id = newId()
      const row = {
        id,
        organizationId: organization.id,
        sourceSpaceId: space.id,
        sourceLanguage: source.language,
        language,
        instructions,
        createdBy: caller.userId,
      }
      await this.#deps.translations.insertTranslation(tx, row, this.#deps.clock.now())
      await this.#startRun(tx, row, caller.userId)
      return presentTranslation(this.#deps.urls, await this.#require(tx, caller, organization, id))
    })
  }

  update(
    caller: Caller,
    organization: Organization,
    id: string,
    body: UpdateTranslation,
  ): Promise<Translation> {
    const instructions = readInstructions(body.instructions)
    return this.#deps.database.transaction(async (tx) => {
      await this.#requireEdit(tx, caller, organization, id)
      await this.#deps.translations.setInstructions(tx, id, instructions, this.#deps.clock.now())
      return presentTranslation(this.#deps.urls, await this.#require(tx, caller, organization, id))
    })
  }

  delete(caller: Caller, organization: Organization, id: string): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      const row = await this.#find(tx, caller, organization, id)
      if (!row) return false
      requireEdit(row)
      const deleted = await this.#deps.translations.deleteTranslation(tx, id)
      await this.#deps.tasks.cancel(tx, { key: makeTranslationKey(id) })
      return deleted
    })
  }

  run(caller: Caller, organization: Organization, id: string): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      const row = await this.#requireEdit(tx, caller, organization, id)
      if (!row.hasSource) throw new Conflict('The source space is deleted, or in another organization.')
      await this.#startRun(tx, row, caller.userId)
    })
  }

  /** A hook of `MainBranch.onMove`: runs the translations of a space whose content changed. */
  onMainBranchMove = async (tx: Transaction, move: MainMove): Promise<void> => {
    const { organizationId, spaceId, userId, before, after } = move
    // A move that only changed computed pages does not count: each space computes its own.
    if (before.root === after.root || userId === null) return
    for (const { id } of await this.#deps.translations.findTranslationsOfSpace(tx, organizationId, spaceId)) {
      await this.#startRun(tx, { id, organizationId, sourceSpaceId: spaceId }, userId)
    }
  }

  /** One run at a time, and one that waits: it translates what is there when it begins. */
  async #startRun(
    tx: Transaction,
    {
      id,
      organizationId,
      sourceSpaceId,
    }: Pick<TranslationForViewer, 'id' | 'organizationId' | 'sourceSpaceId'>,
    userId: string,
  ): Promise<void> {
    await this.#deps.tasks.startOnce(tx, {
      organizationId,
      // The task is cancelled when the source space is deleted.
      spaceId: sourceSpaceId,
      userId,
      type: 'translate',
      key: makeTranslationKey(id),
      data: { translationId: id } satisfies TranslationTaskData,
    })
  }

  #find(
    on: Queryable,
    caller: Caller,
    organization: Organization,
    id: string,
  ): Promise<TranslationForViewer | undefined> {
    const viewer = { userId: caller.userId, memberRole: organization.role }
    return this.#deps.translations.findTranslation(on, organization.id, viewer, id)
  }

  async #require(
    on: Queryable,
    caller: Caller,
    organization: Organization,
    id: string,
  ): Promise<TranslationForViewer> {
    const row = await this.#find(on, caller, organization, id)
    if (!row) throw new NotFound('translation', id)
    return row
  }

  async #requireEdit(
    on: Queryable,
    caller: Caller,
    organization: Organization,
    id: string,
  ): Promise<TranslationForViewer> {
    const row = await this.#require(on, caller, organization, id)
    requireEdit(row)
    return row
  }
}

function requireEdit({ role }: TranslationForViewer): void {
  if (!hasPermission('space.translate', role)) {
    throw new Forbidden('You need the role `create` in the source space to change this translation.')
  }
}

function readInstructions(instructions: unknown): string {
  if (instructions === undefined) return ''
  const markdown = writeDocumentMarkdown(instructions, 'body.instructions')
  if (markdown.length > MAX_INSTRUCTIONS_LENGTH) {
    throw new Invalid(
      `body.instructions must have at most ${MAX_INSTRUCTIONS_LENGTH} characters of Markdown.`,
    )
  }
  return markdown
}
