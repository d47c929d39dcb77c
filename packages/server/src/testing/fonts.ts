import { readFileSync } from 'node:fs'
import { findFontFile } from '@verso/site'
import type { StorageUploadURL } from '../areas/content/files/schema.ts'
import { expectStatus, type Person, type TestApp } from './app.ts'

/** A font that browsers load. */
export const readTestFont = (): Buffer => readFileSync(findFontFile('inter-latin-wght-normal.woff2') ?? '')

/** Uploads bytes as a file of a font, and returns their key. */
export async function uploadFontFile(
  { app }: TestApp,
  person: Person,
  organizationId: string,
  bytes: Buffer = readTestFont(),
  name = 'own.woff2',
): Promise<string> {
  const { url, key } = expectStatus(
    201,
    await person.post<StorageUploadURL>(`/orgs/${organizationId}/storage/upload`, {
      kind: 'customization_font',
      file: { name, type: 'font/woff2', size: bytes.byteLength },
    }),
  )
  const { pathname, search } = new URL(url)
  const { statusCode } = await app.http.inject({
    method: 'PUT',
    url: `${pathname}${search}`,
    payload: bytes,
    headers: { 'content-type': 'font/woff2' },
  })
  if (statusCode !== 200) throw new Error(`The upload answered ${statusCode}.`)
  return key
}
