import { posix } from 'node:path'
import { OutboundError } from '../../../outbound/errors.ts'
import { type ImportContext, importLimits, type LoadedFile } from './source.ts'
import { decodeUri } from './links.ts'

/** Files of the web, each fetched through the guard. */
export class WebFileLoader {
  readonly #context: ImportContext

  constructor(context: ImportContext) {
    this.#context = context
  }

  async loadFile(url: string): Promise<LoadedFile> {
    const { fetcher, signal, deadline } = this.#context
    if (Date.now() > deadline) return { failed: 'The import took too long to come to it.' }
    try {
      const { status, headers, body } = await fetcher.fetch(url, {
        maxBytes: importLimits.fileBytes,
        timeoutMs: importLimits.requestMs,
        accept: 'image/*,*/*;q=0.5',
        signal,
      })
      if (status !== 200) return { failed: `The answer is ${status}.` }
      const type = headers['content-type']?.split(';', 1)[0]
      if (type === 'text/html') return { failed: 'It is a page, not a file.' }
      const name = decodeUri(posix.basename(new URL(url).pathname)) || 'file'
      return { name: named(name, type), bytes: body, ...(type !== undefined && { contentType: type }) }
    } catch (error) {
      if (error instanceof OutboundError) return { failed: error.reason }
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

/** Pictures of image services have no extension. */
function named(name: string, type: string | undefined): string {
  const extension = extensions[type ?? '']
  return extension === undefined || /\.[a-z0-9]{2,5}$/i.test(name) ? name : `${name}.${extension}`
}
