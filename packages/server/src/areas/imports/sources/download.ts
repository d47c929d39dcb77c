import { Archive } from '../../../common/archives.ts'
import { Invalid } from '../../../common/errors.ts'
import type { FetchResponse } from '../../../outbound/fetcher.ts'
import { type ImportFailure, type ImportContext, importLimits } from './source.ts'
import type { Folder } from './folder.ts'

/** Downloads a URL. A status other than 2xx and an empty body are errors of the caller. */
export async function download(
  { fetcher, readOwnFile, signal }: ImportContext,
  url: string,
  options: { maxBytes: number; timeoutMs: number; accept?: string },
): Promise<FetchResponse> {
  // A file that was uploaded to this Verso is read where it is: the address may be one that nothing here may fetch.
  const ownFile = await readOwnFile(url)
  if (ownFile) {
    if (ownFile.length > options.maxBytes) {
      throw new Invalid(`The file has more than the ${options.maxBytes / 2 ** 20} MiB that are imported.`)
    }
    return { status: 200, url, headers: {}, body: ownFile }
  }
  const response = await fetcher.fetch(url, { ...options, signal })
  if (response.status < 200 || response.status > 299) {
    throw new Invalid(`${new URL(response.url).host} answers ${response.status} for this URL.`)
  }
  if (response.body.length === 0) throw new Invalid('There is nothing at this URL.')
  return response
}

/** Whether the bytes are a zip archive. An empty archive has another signature. */
export const isZip = (bytes: Buffer): boolean =>
  ['504b0304', '504b0506'].includes(bytes.subarray(0, 4).toString('hex'))

export const isHtml = ({ headers, body }: FetchResponse): boolean =>
  /html/.test(headers['content-type'] ?? '') ||
  /^\s*(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body)[\s>]/i.test(
    body.subarray(0, 2000).toString('utf8'),
  )

export async function downloadArchive(context: ImportContext, url: string): Promise<Folder> {
  const response = await download(context, url, {
    maxBytes: importLimits.archiveBytes,
    timeoutMs: importLimits.downloadMs,
  })
  return openArchive(response)
}

export async function openArchive({ body, headers }: FetchResponse): Promise<Folder> {
  if (!isZip(body)) {
    const type = headers['content-type']?.split(';', 1)[0]
    throw new Invalid(`There is no zip archive at this URL${type ? `, but something of type ${type}` : ''}.`)
  }
  return readArchive(await Archive.open(body), '')
}

const partName = /^[^/]*(Part-\d+|ExportBlock-[0-9a-f-]+)[^/]*\.zip$/i

/** Returns the files of an archive. Large exports of Notion are archives in an archive. */
async function readArchive(archive: Archive, prefix: string): Promise<Folder> {
  const failures: ImportFailure[] = archive.links.map((path) => ({
    resource: path,
    reason: 'It is a symbolic link; only files are imported.',
  }))
  const innerFolders = new Map<string, Folder>()
  for (const path of archive.paths.filter((each) => prefix === '' && partName.test(each))) {
    const folder = await readArchive(await Archive.open(await archive.read(path)), path)
    for (const each of folder.paths) innerFolders.set(each, folder)
    failures.push(...folder.failures)
  }
  const paths = [
    ...archive.paths.filter((path) => prefix !== '' || !partName.test(path)),
    ...innerFolders.keys(),
  ]
  return {
    paths,
    size: (path) => innerFolders.get(path)?.size(path) ?? archive.size(path),
    read: (path) => innerFolders.get(path)?.read(path) ?? archive.read(path),
    failures,
  }
}
