import { decodeUri } from '../../../common/decode-uri.ts'
import { posix } from 'node:path'
import { Invalid } from '../../../common/errors.ts'
import type { FetchResponse } from '../../../outbound/fetcher.ts'
import type { ReadRequest } from '../conversion/types.ts'
import { type SourceContent, type ImportContext, isReadPage } from './source.ts'
import { deriveName } from './links.ts'
import { WebFileLoader } from './web-files.ts'

/** Reads one page. Its pictures are fetched from anywhere on the web. */
export async function collectPage(
  context: ImportContext,
  response: FetchResponse,
  read: Pick<ReadRequest, 'format' | 'flavour'>,
): Promise<SourceContent> {
  const { url, body } = response
  const base = read.format === 'html' ? { base: url } : {}
  const [page] = await context.converter.read([
    { key: url, body: decodeBody(read, response), ...read, ...base },
  ])
  if (!page || !isReadPage(page))
    throw new Invalid(page?.failureReason ?? 'There is nothing to import at this URL.')
  if (page.isEmpty && page.title === undefined && body.length > 0) {
    throw new Invalid('There is nothing to read in what this URL leads to.')
  }
  const files = new WebFileLoader(context)
  return {
    pages: [page],
    reusable: [],
    outline: [],
    findParent: () => undefined,
    deriveName: (key) => deriveName(decodeUri(posix.basename(new URL(key).pathname))),
    resolveAddress: (address, from, media) => {
      const target = media ? URL.parse(address, from) : null
      return target && /^https?:$/.test(target.protocol) ? { file: target.href } : undefined
    },
    loadFile: (file) => files.loadFile(file),
    failures: [],
  }
}

/** Decodes a text with the encoding that its headers or its HTML declare. UTF-8 and binary formats stay bytes. */
export function decodeBody(
  { format }: Pick<ReadRequest, 'format'>,
  { headers, body }: FetchResponse,
): string | Uint8Array {
  if (format === 'docx') return body
  const charset =
    /charset=["']?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(body.subarray(0, 2000).toString('latin1'))?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return body
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return body
  }
}
