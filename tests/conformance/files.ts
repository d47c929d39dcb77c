import { expect, test } from 'vitest'
import type { ChangeRequest } from '../../packages/server/src/areas/content/change-requests/schema.ts'
import type { RevisionFile, StorageUploadURL } from '../../packages/server/src/areas/content/files/schema.ts'
import type { Revision } from '../../packages/server/src/areas/content/revisions/schema.ts'
import { createSpace, type List, type Suite } from './world.ts'

// One pixel.
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const fileOperations: Suite = (world) => {
  test('the files of a space, of a change request and of a revision read the same', async () => {
    const { admin } = world()
    const { id: spaceId } = await createSpace(world())
    const { id: changeRequestId } = await admin.api.call<ChangeRequest>('createChangeRequest', 201, {
      spaceId,
      body: {},
    })
    const inRequest = { spaceId, changeRequestId }
    const files = [
      { name: 'pixel.png', base64: png },
      { name: 'notes.txt', base64: 'SGVsbG8=', contentType: 'text/plain' },
    ]
    const body = { changes: [{ operation: 'insert_files', files }] }
    const written = await admin.api.call<{ insertedFiles: RevisionFile[]; changeRequest: ChangeRequest }>(
      'updateChangeRequestContent',
      200,
      { ...inRequest, body, query: { compat: false } },
    )
    expect(written.insertedFiles).toMatchObject([
      { name: 'pixel.png', contentType: 'image/png', dimensions: { width: 1, height: 1 } },
      { name: 'notes.txt', contentType: 'text/plain', size: 5 },
    ])
    const inRevision = { spaceId, revisionId: written.changeRequest.revision }
    await admin.api.call('mergeChangeRequest', 200, inRequest)

    const { files: all } = await admin.api.call<Revision>('getCurrentRevision', 200, { spaceId })
    expect(all).toEqual(written.insertedFiles)
    for (const [list, get, given] of [
      ['listFiles', 'getFileById', { spaceId }],
      ['listFilesInChangeRequestById', 'getFileInChangeRequestById', inRequest],
      ['listFilesInRevisionById', 'getFileInRevisionById', inRevision],
    ] as const) {
      const { items, count } = await admin.api.call<List<RevisionFile>>(list, 200, given)
      expect({ items, count }).toEqual({ items: all, count: 2 })
      const fileId = all[0]?.id
      expect(await admin.api.call(get, 200, { ...given, fileId })).toEqual(all[0])
      await admin.api.call(get, 404, { ...given, fileId: 'nowhere' })
    }
    // The address names the public URL, which need not be the one the tests reach.
    const { pathname, search } = new URL(all[0]?.downloadURL ?? '')
    const download = await fetch(`${world().deployment.origin}${pathname}${search}`)
    expect(download.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await download.arrayBuffer()).toString('base64')).toBe(png)
  })

  test('generateStorageUploadURL: 201, 400, 404', async () => {
    const { admin, outsider, organizationId } = world()
    const body = { file: { name: 'guide.zip', type: 'application/zip', size: 5 }, kind: 'import_file' }
    const { url, key } = await admin.api.call<StorageUploadURL>('generateStorageUploadURL', 201, {
      organizationId,
      body,
    })
    expect(key).not.toBe('')
    const { pathname, search } = new URL(url)
    const sent = await fetch(`${world().deployment.origin}${pathname}${search}`, {
      method: 'PUT',
      body: 'Hello',
    })
    expect(await sent.json()).toMatchObject({ key, name: 'guide.zip', size: 5 })
    await admin.api.call('generateStorageUploadURL', 400, {
      organizationId,
      body: { ...body, kind: 'other' },
    })
    await outsider.api.call('generateStorageUploadURL', 404, { organizationId, body })
  })
}
