import { extractTitle } from '@verso/markdown'
import {
  type EditorNode,
  findMisplacedBlock,
  fromEditor,
  InvalidEditorDocument,
  readEditorNode,
  rebaseSteps,
  SCHEMA_VERSION,
  stepsBetween,
  toEditor,
} from '@verso/editor'
import { type Clock, minutes } from '../../common/clock.ts'
import { Conflict, DomainError, Invalid, NotFound } from '../../common/errors.ts'
import { newId } from '../../common/ids.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type {
  DocumentParser,
  LockedChangeRequest,
  PageTextWriter,
  StoredPageText,
  TextWorkers,
} from '../content/index.ts'
import type { LiveDocuments, LoadedPage, ParsedCommit } from './live-documents.ts'
import type { LivePageRow, LiveRepository, PageKey } from './repository.ts'

/** Saves within this time take the place of each other in the history of the change request. */
const SAVE_SERIES_MS = 10 * minutes
/** So many commits are kept behind the last save, for those who were away. */
const MAX_KEPT_COMMITS = 1000
/** And so many characters of their steps. */
const MAX_KEPT_LENGTH = 2_000_000
/** Longer texts are written as Markdown only. */
const MAX_TEXT_LENGTH = 200_000

interface SynchronizerDependencies {
  database: Database
  repository: LiveRepository
  documents: LiveDocuments
  pageTexts: PageTextWriter
  documentParser: DocumentParser
  textWorkers: TextWorkers
  clock: Clock
}

/**
 * Keeps a live page and its text in the change request the same: what was written there by other ways becomes a commit, and
 * what was committed is written there. It locks the change request first and then the page, always.
 */
export class LiveSynchronizer {
  readonly #deps: SynchronizerDependencies

  constructor(deps: SynchronizerDependencies) {
    this.#deps = deps
  }

  /**
   * Opens a page: begins it where nobody is in it yet, and takes in what was written by other ways. Throws for what cannot be
   * edited live.
   */
  open(spaceId: string, { changeRequestId, pageId }: PageKey): Promise<LoadedPage> {
    const { database, repository, documents, pageTexts } = this.#deps
    return database.transaction(async (tx) => {
      const changeRequest = await pageTexts.lock(tx, spaceId, changeRequestId)
      if (!changeRequest.isEditable) {
        throw new Conflict(`This change request is ${changeRequest.status}. It cannot be edited.`)
      }
      const key = { changeRequestId: changeRequest.id, pageId }
      const [row] = await repository.lockPages(tx, [key])
      // An older schema may have other documents: what was written with it is saved, and the page is begun anew.
      if (row)
        await this.#synchronize(tx, changeRequest, row, { saves: row.schemaVersion !== SCHEMA_VERSION })
      if (row && row.schemaVersion !== SCHEMA_VERSION) await repository.delete(tx, key)
      const [kept] = await repository.lockPages(tx, [key])
      if (!kept) await this.#begin(tx, changeRequest, pageId)
      const [opened] = await repository.lockPages(tx, [key])
      const [page] = opened ? await documents.load(tx, [{ row: opened, since: opened.version }]) : []
      if (!page) throw new Error(`the live page ${pageId} is not there`)
      documents.keep(tx, page.row, page.row.version, page.doc)
      return page
    })
  }

  /** Saves a page, and takes in what was written by other ways. Throws where its text cannot be saved. */
  async save(spaceId: string, key: PageKey): Promise<void> {
    try {
      await this.#synchronizeOne(spaceId, key, { saves: true })
    } catch (error) {
      if (error instanceof DomainError) {
        await this.#deps.repository.setProblem(this.#deps.database, key, error.message)
        await this.#deps.repository.notify(this.#deps.database, [key.changeRequestId])
      }
      throw error
    }
  }

  /** Takes in what was written by other ways. */
  takeIn(spaceId: string, key: PageKey): Promise<void> {
    return this.#synchronizeOne(spaceId, key, { saves: false })
  }

  /** Saves all pages of a change request that is locked. Returns whether there are any. */
  async saveAll(tx: Transaction, { id, spaceId }: { id: string; spaceId: string }): Promise<boolean> {
    const rows = await this.#deps.repository.lockPagesOf(tx, id)
    for (const row of rows) {
      const changeRequest = await this.#deps.pageTexts.lock(tx, spaceId, id)
      if (!changeRequest.isEditable) return false
      try {
        await this.#synchronize(tx, changeRequest, row, { saves: true })
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        throw new Conflict(
          `A page of the change request is being written, and its text cannot be saved: ${error.message}`,
        )
      }
    }
    return rows.length > 0
  }

  async #synchronizeOne(spaceId: string, key: PageKey, options: { saves: boolean }): Promise<void> {
    const { database, repository, pageTexts } = this.#deps
    await database.transaction(async (tx) => {
      const changeRequest = await pageTexts.lock(tx, spaceId, key.changeRequestId)
      const [row] = await repository.lockPages(tx, [key])
      if (row && changeRequest.isEditable) await this.#synchronize(tx, changeRequest, row, options)
    })
  }

  async #begin(tx: Transaction, changeRequest: LockedChangeRequest, pageId: string): Promise<void> {
    const { repository, pageTexts, clock } = this.#deps
    const text = await pageTexts.find(tx, changeRequest.head, pageId)
    if (!text && !(await pageTexts.hasPage(tx, changeRequest.head, pageId)))
      throw new NotFound('page', pageId)
    if (!text) throw new Invalid('Only a page with a text can be edited live.')
    const doc = await this.#readDocument(text)
    const page = {
      changeRequestId: changeRequest.id,
      pageId,
      sessionId: newId(),
      schemaVersion: SCHEMA_VERSION,
      savedDocument: JSON.stringify(doc),
      savedText: text.markdown,
      savedHash: text.hash,
      revisionId: changeRequest.head.id,
    }
    await repository.insert(tx, page, clock.now())
  }

  async #synchronize(
    tx: Transaction,
    changeRequest: LockedChangeRequest,
    row: LivePageRow,
    { saves }: { saves: boolean },
  ): Promise<void> {
    const { repository, documents, pageTexts } = this.#deps
    const { head } = changeRequest
    const text = await pageTexts.find(tx, head, row.pageId)
    const isChanged = text?.hash !== row.savedHash
    if (!isChanged && (!saves || row.version === row.savedVersion)) {
      if (row.revisionId !== head.id) await repository.setRevision(tx, row, head.id)
      return
    }
    const [page] = await documents.load(tx, [{ row, since: row.savedVersion }])
    if (!page) return
    const newest = isChanged ? await this.#takeIn(tx, page, text, head.id) : page
    // Nothing can be written on a page that was deleted, or that no editor can hold any more.
    if (!newest || !text) return this.#end(tx, row)
    // Without unsaved commits, the document is what the text says.
    if (row.version === row.savedVersion) await this.#setSaved(tx, newest, text, head.id)
    else await this.#write(tx, changeRequest, newest, text)
    await repository.notify(tx, [row.changeRequestId])
  }

  /** Makes what was written by other ways one commit more. Undefined when the editor cannot hold the new text. */
  async #takeIn(
    tx: Transaction,
    { row, doc, commits }: LoadedPage,
    text: StoredPageText | undefined,
    headId: string,
  ): Promise<LoadedPage | undefined> {
    const { repository, documents, clock } = this.#deps
    const [saved] = await repository.listSavedDocuments(tx, [row])
    const after = text && (await this.#readDocumentOrNothing(text))
    if (!saved || !after) return undefined
    const before = await this.#readDocument({ hash: row.savedHash, markdown: saved.savedText })
    // The live document has what Markdown cannot say, such as empty paragraphs.
    const unsaid = stepsBetween(before, readEditorNode(saved.savedDocument))
    const others = [...unsaid, ...commits.flatMap(({ parsedSteps }) => parsedSteps)]
    const rebased = rebaseSteps(doc, stepsBetween(before, after), others)
    const { changeRequestId, pageId } = row
    const commit: ParsedCommit = {
      changeRequestId,
      pageId,
      version: row.version + 1,
      userId: await repository.findRevisionAuthor(tx, headId),
      client: '',
      ref: headId,
      steps: JSON.stringify(rebased.steps.map((step): unknown => step.toJSON())),
      parsedSteps: rebased.steps,
    }
    // The head of the text may have changed, and nothing below it.
    if (rebased.steps.length === 0) return { row, doc, commits }
    await repository.insertCommits(tx, [commit], clock.now())
    documents.keep(tx, row, commit.version, rebased.doc)
    return { row: { ...row, version: commit.version }, doc: rebased.doc, commits: [...commits, commit] }
  }

  /** Writes the document into the text of the page. What nobody changed keeps its bytes. */
  async #write(
    tx: Transaction,
    changeRequest: LockedChangeRequest,
    page: LoadedPage,
    text: StoredPageText,
  ): Promise<void> {
    const { repository, pageTexts, clock } = this.#deps
    const { head } = changeRequest
    const markdown = await this.#writeMarkdown(page.doc, text)
    if (markdown === text.markdown) return this.#setSaved(tx, page, text, head.id)
    const now = clock.now()
    const { row, commits } = page
    const since = await repository.findSavingSince(tx, row.changeRequestId, head.id)
    const replacesHead =
      since !== undefined &&
      now.getTime() - new Date(since).getTime() < SAVE_SERIES_MS &&
      !(await repository.isRevisionUsed(tx, row.changeRequestId, head.id))
    const userIds = listAuthors(commits.filter(({ client }) => client !== ''))
    const revision = await pageTexts.write(tx, changeRequest, {
      pageId: row.pageId,
      markdown,
      userIds,
      replacesHead,
    })
    const written = await pageTexts.find(tx, revision, row.pageId)
    if (!written) throw new Error(`the page ${row.pageId} is gone after it was saved`)
    await this.#setSaved(tx, page, written, revision.id)
    await repository.setSavedRevision(tx, row, revision.id, replacesHead ? new Date(since) : now)
    // Only this page is another one now. The others need not be looked at, each by a transaction of its own.
    await repository.moveOtherPages(tx, row, { from: head.id, to: revision.id })
  }

  async #setSaved(
    tx: Transaction,
    { row, doc }: LoadedPage,
    { markdown, hash }: StoredPageText,
    revisionId: string,
  ): Promise<void> {
    const { repository } = this.#deps
    const document = JSON.stringify(doc)
    await repository.setSaved(tx, row, { version: row.version, document, text: markdown, hash, revisionId })
    await repository.deleteOldCommits(tx, row, {
      savedVersion: row.version,
      maxCommits: MAX_KEPT_COMMITS,
      maxLength: MAX_KEPT_LENGTH,
    })
  }

  /** Those who follow the page are told to open it anew, and keep what they have not sent. */
  async #end(tx: Transaction, row: LivePageRow): Promise<void> {
    await this.#deps.repository.delete(tx, row)
    await this.#deps.repository.notify(tx, [row.changeRequestId])
  }

  async #writeMarkdown(doc: EditorNode, { hash, markdown }: StoredPageText): Promise<string> {
    const { documentParser, textWorkers } = this.#deps
    const misplaced = findMisplacedBlock(doc)
    if (misplaced) {
      throw new Invalid(
        `A ${misplaced.node.type.name} cannot stand in a table cell. Move it out of the table.`,
      )
    }
    const { title } = await documentParser.read(hash, markdown, 'titleAndRefs')
    const written = await textWorkers.write(fromEditor(doc), { markdown, title, references: [] })
    if ('markdown' in written) return written.markdown
    throw new Invalid(`${['document', ...written.path].join('.')} ${written.problem}.`)
  }

  async #readDocument({ hash, markdown }: StoredPageText): Promise<EditorNode> {
    if (markdown.length > MAX_TEXT_LENGTH) {
      throw new Invalid(`A text of more than ${MAX_TEXT_LENGTH} characters cannot be edited live.`)
    }
    try {
      return toEditor(extractTitle(await this.#deps.documentParser.parse(hash, markdown)).document)
    } catch (error) {
      if (error instanceof InvalidEditorDocument) {
        throw new Invalid(`This page cannot be edited live: ${error.message}.`)
      }
      throw error
    }
  }

  async #readDocumentOrNothing(text: StoredPageText): Promise<EditorNode | undefined> {
    try {
      return await this.#readDocument(text)
    } catch (error) {
      if (error instanceof Invalid) return undefined
      throw error
    }
  }
}

/** Who made commits, each once, whoever wrote last at the end. */
const listAuthors = (commits: readonly ParsedCommit[]): string[] =>
  [...new Set(commits.flatMap(({ userId }) => userId ?? []).toReversed())].toReversed()
