import { workerData } from 'node:worker_threads'
import { DomainError } from '../../common/errors.ts'
import { CacheBudget } from '../../common/memory-cache.ts'
import { createThreadDatabase } from '../../database/thread-database.ts'
import { type Ask, defineTask } from '../../workers/worker-entry.ts'
import { DocumentParser } from '../content/documents/document-parser.ts'
import { DocumentReader } from '../content/documents/document-reader.ts'
import { createEvaluation } from '../content/documents/evaluation.ts'
import { ReferenceResolver } from '../content/documents/reference-resolver.ts'
import { ObjectStore } from '../content/store/object-store.ts'
import { RevisionStore } from '../content/store/revision-store.ts'
import { prepareBook } from './book-preparation.ts'
import { loadBookMaterial } from './book-source.ts'
import type { BookOutcome, BookQuestion, BookTask } from './book-task.ts'

// `pdf-renderer.ts` starts this thread with the bytes that its caches may take.
const caches = new CacheBudget(workerData as number)

/** Tasks run one after another, so one variable says whom the running one asks. */
let ask: Ask = () => Promise.reject(new Error('no task is running'))
const askProcess = (question: BookQuestion): Promise<unknown> => ask(question)

const database = createThreadDatabase(askProcess)
const revisionStore = new RevisionStore(new ObjectStore(caches), caches)
const reader = new DocumentReader({
  documentParser: new DocumentParser({ caches }),
  referenceResolver: new ReferenceResolver(caches),
  caches,
})

/** Reads the pages of a revision and converts them to the data of a book. */
export default defineTask(async (task: BookTask, askForTask): Promise<BookOutcome> => {
  ask = askForTask
  try {
    const view = revisionStore.createView(database, task.root)
    const material = await loadBookMaterial(
      {
        reader,
        createEvaluation,
        // The process answers this question with one URL for each file.
        createDownloadUrls: async (files) => (await askProcess({ files })) as string[],
        maxPages: task.maxPages,
      },
      view,
      task.selection,
    )
    return prepareBook(material, task.cover)
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.message }
    throw error
  }
})
