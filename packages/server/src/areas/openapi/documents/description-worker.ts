import { defineSession } from '../../../workers/worker-entry.ts'
import { bundleFiles, type DescriptionFile } from './bundle.ts'
import type { BundledDescription } from './description-reader.ts'
import { compareDescriptions, type DescriptionChanges } from './compare-descriptions.ts'
import { addDescriptionHtml } from './description-html.ts'
import { writeDescriptionTexts } from './generated-pages.ts'
import { DescriptionError, type JsonObject } from './json-value.ts'
import { buildOutline } from './outline.ts'
import { type DescriptionFormat, parseDescriptionFile } from './parse-description.ts'
import { listReferencedFiles } from './references.ts'
import { validateDescription } from './validate-description.ts'

/** Why a description cannot be read. */
interface Refusal {
  refusal: { code: string; message: string }
}

export type DescriptionHandlers = ReturnType<typeof createHandlers>

export default defineSession(createHandlers)

function createHandlers() {
  /** The files of the description, in the order they came. */
  const files: DescriptionFile[] = []
  let format: DescriptionFormat = 'json'
  return {
    addFile: ({
      text,
      url,
    }: {
      text: string
      url: string | undefined
    }): { referencedUrls: string[] } | Refusal => {
      try {
        const file = parseDescriptionFile(text)
        if (files.length === 0) format = file.format
        files.push({ url, value: file.value })
        return { referencedUrls: listReferencedFiles(file.value, url) }
      } catch (error) {
        return toRefusal(error)
      }
    },
    bundle: async ({ spec }: { spec: string }): Promise<BundledDescription | Refusal> => {
      try {
        const [entry, ...others] = files
        if (!entry) throw new Error('there is no file to bundle')
        const { document, problems } = await validateDescription(bundleFiles([entry, ...others]))
        const texts = writeDescriptionTexts(buildOutline(document), spec)
        return { document: JSON.stringify(document), texts: JSON.stringify(texts), format, problems }
      } catch (error) {
        return toRefusal(error)
      }
    },
    /** @param document an OpenAPI document that `bundle` wrote, in JSON. */
    addDescriptionHtml: ({ document }: { document: string }): string =>
      JSON.stringify(addDescriptionHtml(JSON.parse(document) as JsonObject)),
    /** Compares two documents that `bundle` wrote, in JSON. */
    compare: ({ before, after }: { before: string; after: string }): DescriptionChanges =>
      compareDescriptions(JSON.parse(before) as JsonObject, JSON.parse(after) as JsonObject),
  }
}

/** Faults of the description are its author's to mend; any other error is a bug and is thrown. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof DescriptionError) return { refusal: { message: error.message, code: error.code } }
  if (error instanceof RangeError && /call stack|string length/.test(error.message)) {
    return { refusal: { message: 'It is nested too deeply, or too large, to be read.', code: 'TOO_DEEP' } }
  }
  throw error
}
