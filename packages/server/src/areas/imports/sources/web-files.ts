import { decodeUri } from '../../../common/decode-uri.ts'
import { posix } from 'node:path'
import { OutboundError } from '../../../outbound/errors.ts'
import { type ImportContext, importLimits, type LoadedFile } from './source.ts'

/** Loads files from the web, each through the guard. */
export class WebFileLoader {
  readonly #context: ImportContext

  constructor(context: ImportContext) {
    this.#context = context
  }

  async loadFile(url: string): Promise<LoadedFile> {
    const { fetcher, signal, deadline } = this.#context
    if (Date.now() > deadline) return { failureReason: 'The import took too long to come to it.' }
    try {
      const { status, headers, body } = await fetcher.fetch(url, {
        maxBytes: importLimits.fileBytes,
        timeoutMs: importLimits.requestMs,
        accept: 'image/*,*/*;q=0.5',
        signal,
      })
      if (status !== 200) return { failureReason: `The answer is ${status}.` }
      const type = headers['content-type']?.split(';', 1)[0]
      if (type === 'text/html') return { failureReason: 'It is a page, not a file.' }
      const name = decodeUri(posix.basename(new URL(url).pathname)) || 'file'
      return { name: addExtension(name, type), bytes: body, ...(type !== undefined && { contentType: type }) }
    } catch (error) {
      if (error instanceof OutboundError) return { failureReason: error.reason }
      throw error
    }
  }
}

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

/** Adds the extension of its type to a name without one, as the pictures of image services have. */
function addExtension(name: string, type: string | undefined): string {
  const extension = extensions[type ?? '']
  return extension === undefined || /\.[a-z0-9]{2,5}$/i.test(name) ? name : `${name}.${extension}`
}
