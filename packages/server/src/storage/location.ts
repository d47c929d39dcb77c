import type { FileStore } from './file-store.ts'
import { FolderFileStore } from './folder-file-store.ts'
import { S3FileStore } from './s3-file-store.ts'

/** The location of the file store in the settings. */
export type FileLocation = { kind: 'folder'; folder: string } | S3Location

export interface S3Location {
  kind: 's3'
  /** The URL of the service, such as `https://s3.example.com`. */
  endpoint: string
  bucket: string
  /** The beginning of the names of our objects: empty, or ending with a slash. */
  prefix: string
  region: string
  accessKey: string
  secretKey: string
}

export const createFileStore = (location: FileLocation): FileStore =>
  location.kind === 's3' ? new S3FileStore(location) : new FolderFileStore(location.folder)

/**
 * Parses `s3://ACCESS_KEY:SECRET_KEY@host[:port]/bucket[/prefix]`, followed by `?region=…` (without it us-east-1, which
 * services without regions accept) and `&tls=off` for a service over plain HTTP. The characters `/`, `+` and `@` of a key
 * are percent-encoded. Returns undefined if the text has another form.
 */
export function parseS3Location(text: string): S3Location | undefined {
  const url = URL.parse(text)
  if (!url || url.protocol !== 's3:' || url.host === '' || url.hash !== '') return undefined
  const [bucket = '', ...path] = url.pathname.split('/').filter(Boolean).map(decode)
  const [accessKey, secretKey] = [decode(url.username), decode(url.password)]
  const { region = 'us-east-1', tls = 'on', ...unknown } = Object.fromEntries(url.searchParams)
  const isKnown = Object.keys(unknown).length === 0 && ['on', 'off'].includes(tls) && region !== ''
  if (!isKnown || !accessKey || !secretKey || !/^[a-z0-9][a-z0-9._-]{1,62}$/.test(bucket)) return undefined
  return {
    kind: 's3',
    endpoint: `${tls === 'on' ? 'https' : 'http'}://${url.host}`,
    bucket,
    prefix: path.map((part) => `${part}/`).join(''),
    region,
    accessKey,
    secretKey,
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
