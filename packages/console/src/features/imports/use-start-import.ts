import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, uploadFile } from '../../api/index.ts'
import {
  type ContentImportFormat,
  createChangeRequest,
  listChangeRequestsForSpace,
  listImportRuns,
  listJobsInOrganization,
  startImportRun,
} from '../../api/operations.ts'

export interface ImportInput {
  organizationId: string
  spaceId: string
  source: ContentImportFormat
  url: string
  files: readonly File[]
  /** The subject of the change request to import into; undefined for the space itself. */
  subject: string | undefined
}

/** Sends the files of this computer, and starts an import. */
export function useStartImport() {
  const client = useQueryClient()
  const [uploadedPart, setUploadedPart] = useState<number>()
  const start = useMutation({
    mutationFn: async ({ organizationId, spaceId, source, url, files, subject }: ImportInput) => {
      const addresses: string[] = []
      for (const [index, file] of files.entries()) {
        const { downloadURL } = await uploadFile(organizationId, file, {
          kind: 'import_file',
          onProgress: (part) => setUploadedPart((index + part) / files.length),
        })
        addresses.push(downloadURL)
      }
      const changeRequest =
        subject === undefined
          ? undefined
          : (await call(createChangeRequest, { spaceId, body: { subject } })).id
      return call(startImportRun, {
        organizationId,
        body: {
          source:
            addresses.length > 0
              ? { type: 'file', files: addresses, format: source }
              : { type: source, url: url.trim() },
          target: { space: spaceId, ...(changeRequest !== undefined && { changeRequest }) },
        },
      })
    },
    onSettled: () => {
      setUploadedPart(undefined)
      for (const { id } of [listImportRuns, listJobsInOrganization, listChangeRequestsForSpace]) {
        void client.invalidateQueries({ queryKey: [id] })
      }
    },
  })
  return { start, uploadedPart }
}
