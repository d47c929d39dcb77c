import { isCheapToRead } from '@verso/markdown'
import type { ConflictStyle, MergedText } from '@verso/revisions'
import { Invalid } from '../../../common/errors.ts'
import { WorkerMemoryError, WorkerPool, WorkerTimeoutError } from '../../../workers/worker-pool.ts'
import {
  type DocumentReaders,
  type ReadResult,
  type ReplacedText,
  type TextTasks,
  textTasks,
} from './text-tasks.ts'

const TEXT_TIMEOUT_MS = 30_000
const TEXT_MEMORY_MB = 512
/** Two, so that one slow text does not keep all others waiting. */
const TEXT_THREADS = 2

/** Texts of up to this length are merged in a few milliseconds. */
const MAX_INLINE_MERGE_LENGTH = 20_000
/** Texts of up to this length together are searched in a few milliseconds. */
const MAX_INLINE_SEARCH_LENGTH = 10_000
/** Documents with up to this number of nodes are written in a few milliseconds. */
const MAX_INLINE_NODES = 2000

/** Runs work on texts that takes long in threads. */
export class TextWorkers {
  readonly #pool: WorkerPool

  constructor({ timeoutMs = TEXT_TIMEOUT_MS }: { timeoutMs?: number } = {}) {
    this.#pool = new WorkerPool({
      entry: new URL('./text-task-worker.ts', import.meta.url),
      maxThreads: TEXT_THREADS,
      timeoutMs,
      memoryMb: TEXT_MEMORY_MB,
    })
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  /** Parses a long Markdown text and reads something of its document. */
  async read<Reader extends keyof DocumentReaders>(
    markdown: string,
    reader: Reader,
  ): Promise<ReadResult<ReturnType<DocumentReaders[Reader]>>> {
    try {
      // The task returns what the reader gives.
      return (await this.#run('read', { markdown, reader })) as ReadResult<
        ReturnType<DocumentReaders[Reader]>
      >
    } catch (error) {
      if (error instanceof WorkerTimeoutError) return { error: 'The Markdown takes too long to read' }
      if (error instanceof WorkerMemoryError) return { error: 'The Markdown takes too much memory to read' }
      throw error
    }
  }

  /** Merges three texts, here if they are short. Where that takes too long, all that both changed is one conflict. */
  async merge(base: string, ours: string, theirs: string, conflictStyle: ConflictStyle): Promise<MergedText> {
    const input = { base, ours, theirs, conflictStyle }
    if (base.length + ours.length + theirs.length <= MAX_INLINE_MERGE_LENGTH) return textTasks.merge(input)
    return this.#run('merge', input).catch((error: unknown) => {
      if (!isLimitError(error)) throw error
      throw new Invalid('A page takes too long to merge. Make its text shorter, or its changes smaller.')
    })
  }

  /** Finds out which of some texts each line came with, here if they are short. */
  async findLineOrigins(input: Parameters<TextTasks['findLineOrigins']>[0]): Promise<number[]> {
    const { before, versions } = input
    const length = versions.reduce((sum, { text }) => sum + text.length, before?.text.length ?? 0)
    if (length <= MAX_INLINE_MERGE_LENGTH) return textTasks.findLineOrigins(input)
    return this.#run('findLineOrigins', input).catch((error: unknown) => {
      if (!isLimitError(error)) throw error
      throw new Invalid('The texts of this page take too long to compare.')
    })
  }

  /** Reverts some blocks of a text, here if both texts are short. */
  async revertBlocks(
    input: Parameters<TextTasks['revertBlocks']>[0],
  ): Promise<ReturnType<TextTasks['revertBlocks']>> {
    if (isCheapToRead(input.current) && isCheapToRead(input.earlier)) return textTasks.revertBlocks(input)
    return this.#run('revertBlocks', input).catch((error: unknown) => {
      if (!isLimitError(error)) throw error
      throw new Invalid('This page takes too long to revert by blocks. Revert the whole page.')
    })
  }

  /** Reverts some words of a text, here if both texts are short. */
  async revertWords(
    input: Parameters<TextTasks['revertWords']>[0],
  ): Promise<ReturnType<TextTasks['revertWords']>> {
    if (isCheapToRead(input.current) && isCheapToRead(input.earlier)) return textTasks.revertWords(input)
    return this.#run('revertWords', input).catch((error: unknown) => {
      if (!isLimitError(error)) throw error
      return { problem: 'the page takes too long to revert by words, revert the whole page' }
    })
  }

  /** Writes a document of a client as Markdown, here if it and the text that it replaces are short. */
  async write(document: unknown, replaced?: ReplacedText): Promise<ReturnType<TextTasks['write']>> {
    const isShort =
      !hasMoreNodes(document, MAX_INLINE_NODES) && (!replaced || isCheapToRead(replaced.markdown))
    if (isShort) return textTasks.write({ document, replaced })
    return this.#run('write', { document, replaced }).catch((error: unknown) => {
      if (!isLimitError(error)) throw error
      // Writing the whole text takes a third of the time.
      if (replaced) return this.write(document)
      return { path: [], problem: 'takes too long to write as Markdown' }
    })
  }

  /** Finds words in texts, here if all of them are short. Undefined stands for a text that cannot be read. */
  async findText(input: Parameters<TextTasks['findText']>[0]): Promise<ReturnType<TextTasks['findText']>> {
    const { markdowns } = input
    const length = markdowns.reduce((sum, markdown) => sum + markdown.length, 0)
    if (length <= MAX_INLINE_SEARCH_LENGTH && markdowns.every(isCheapToRead)) return textTasks.findText(input)
    return this.#run('findText', input).catch((error: unknown) => {
      if (!isLimitError(error)) throw error
      return markdowns.map(() => undefined)
    })
  }

  /** Replaces words in a text, here if it is short. */
  async replaceText(
    input: Parameters<TextTasks['replaceText']>[0],
  ): Promise<ReturnType<TextTasks['replaceText']>> {
    if (input.markdown.length <= MAX_INLINE_SEARCH_LENGTH && isCheapToRead(input.markdown)) {
      return textTasks.replaceText(input)
    }
    return this.#run('replaceText', input).catch((error: unknown) => {
      if (!isLimitError(error)) throw error
      return { problem: 'The text takes too long to write.' }
    })
  }

  /** Replaces words at one place of a text, here if it is short. */
  async replaceWords(
    input: Parameters<TextTasks['replaceWords']>[0],
  ): Promise<ReturnType<TextTasks['replaceWords']>> {
    if (input.markdown.length <= MAX_INLINE_SEARCH_LENGTH && isCheapToRead(input.markdown)) {
      return textTasks.replaceWords(input)
    }
    return this.#run('replaceWords', input).catch((error: unknown) => {
      if (!isLimitError(error)) throw error
      return { problem: 'The text takes too long to write.' }
    })
  }

  #run<Name extends keyof TextTasks>(
    name: Name,
    input: Parameters<TextTasks[Name]>[0],
  ): Promise<ReturnType<TextTasks[Name]>> {
    return this.#pool.run({ name, input })
  }
}

const isLimitError = (error: unknown): boolean =>
  error instanceof WorkerTimeoutError || error instanceof WorkerMemoryError

/** Whether a value has more than a number of objects in it. It stops counting there. */
function hasMoreNodes(value: unknown, maxNodes: number): boolean {
  const pending: unknown[] = [value]
  let count = 0
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    count += 1
    if (count > maxNodes) return true
    for (const inner of Object.values(next)) if (typeof inner === 'object') pending.push(inner)
  }
  return false
}
