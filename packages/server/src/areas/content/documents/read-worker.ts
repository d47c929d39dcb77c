import { workerData } from 'node:worker_threads'
import { DomainError } from '../../../common/errors.ts'
import { CacheBudget } from '../../../common/memory-cache.ts'
import { createThreadDatabase } from '../../../database/thread-database.ts'
import { type Ask, defineTask } from '../../../workers/worker-entry.ts'
import { ObjectStore } from '../store/object-store.ts'
import { RevisionStore } from '../store/revision-store.ts'
import { DocumentParser } from './document-parser.ts'
import { DocumentReader, writeStableMarkdown } from './document-reader.ts'
import type { DocumentTask, DocumentTaskOutcome, DocumentTaskQuestion } from './document-task.ts'
import { createEvaluation } from './evaluation.ts'
import type { HtmlReader } from './html-reader.ts'
import { ReferenceResolver } from './reference-resolver.ts'

// `pooled-document-reader.ts` starts this thread with the bytes that its caches may take.
const caches = new CacheBudget(workerData as number)

/** Tasks run one after another, so one variable says whom the running one asks. */
let ask: Ask = () => Promise.reject(new Error('no task is running'))
const askProcess = (question: DocumentTaskQuestion): Promise<unknown> => ask(question)
const database = createThreadDatabase(askProcess)
const revisionStore = new RevisionStore(new ObjectStore(caches), caches)
const reader = new DocumentReader({
  documentParser: new DocumentParser({ caches }),
  referenceResolver: new ReferenceResolver(caches),
  caches,
})

export default defineTask(async (task: DocumentTask, askForTask): Promise<DocumentTaskOutcome> => {
  ask = askForTask
  const { root, source, expanded, evaluation, markdown, html } = task
  try {
    const view = revisionStore.createView(database, root)
    const document = await reader.readDocument(view, source, {
      expanded,
      ...(evaluation && { evaluation: createEvaluation(evaluation.inputs, evaluation) }),
    })
    if (html) {
      const htmlReader = await loadHtmlReader()
      return { text: JSON.stringify(await htmlReader.render(view, document, html)) }
    }
    return {
      text: markdown
        ? writeStableMarkdown(markdown.spaceId, markdown.title, document)
        : JSON.stringify(document),
    }
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.message }
    throw error
  }
})

let htmlReader: Promise<HtmlReader> | undefined

/** Most threads render nothing, so the renderer is loaded when it is first needed. */
function loadHtmlReader(): Promise<HtmlReader> {
  htmlReader ??= createHtmlReader()
  return htmlReader
}

async function createHtmlReader(): Promise<HtmlReader> {
  const [{ Highlighter, runHighlightJobs }, { SpecDescriptions }, { HtmlReader }] = await Promise.all([
    import('@verso/site'),
    import('../../openapi/specs/spec-descriptions.ts'),
    import('./html-reader.ts'),
  ])
  return new HtmlReader({
    database,
    descriptions: SpecDescriptions.createStandalone(caches),
    // This is a thread already.
    highlighter: new Highlighter(runHighlightJobs),
    // The process answers this question with the addresses.
    createFileUrls: (files) => askProcess({ files }) as Promise<string[]>,
    isCheapOnly: false,
  })
}
