import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, read, uploadFile } from '../../api/index.ts'
import {
  getPageById,
  getSpaceById,
  importContent,
  type ImportContentResult,
  type ImportContentSource,
  listFiles,
  listPages,
  listRevisionsInSpace,
} from '../../api/operations.ts'
import { describeError } from '../../app/failures.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { useWords } from '../../locales/index.ts'
import { Progress } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { circleCheck, triangleExclamation } from '../../ui/icon-paths.ts'
import { Notice } from '../../ui/states.tsx'
import { FileField } from './file-field.tsx'
import './imports.css'

const sources: readonly ImportContentSource[] = [
  'website',
  'zip',
  'markdown',
  'docx',
  'notion',
  'confluence',
  'google-docs',
  'github-wiki',
  'html',
]

/** The files that a source takes from this computer. The others are read from their address. */
const acceptedFiles: Partial<Record<ImportContentSource, string>> = {
  zip: '.zip',
  markdown: '.md,.markdown,.mdx',
  docx: '.docx',
  notion: '.zip',
  confluence: '.zip',
  html: '.html,.htm',
}

interface ImportInput {
  organizationId: string
  source: ImportContentSource
  url: string
  file: File | undefined
}

/** Brings content from elsewhere into a space: what it is, where it is, and a report of what came in. */
export function ImportScreen() {
  const words = useWords()
  const { imports } = words
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const [source, setSource] = useState<ImportContentSource>('website')
  const [url, setUrl] = useState('')
  const [file, setFile] = useState<File>()
  const [uploadedPart, setUploadedPart] = useState<number>()
  const client = useQueryClient()
  const importing = useMutation({
    mutationFn: async (input: ImportInput) => {
      const uploaded =
        input.file &&
        (await uploadFile(input.organizationId, input.file, {
          kind: 'import_file',
          onProgress: setUploadedPart,
        }))
      setUploadedPart(undefined)
      return call(importContent, {
        spaceId,
        body: { source: input.source, url: uploaded?.downloadURL ?? input.url.trim() },
      })
    },
    onSettled: () => {
      setUploadedPart(undefined)
      for (const { id } of [listPages, getPageById, listFiles, listRevisionsInSpace, getSpaceById]) {
        void client.invalidateQueries({ queryKey: [id] })
      }
    },
  })
  const accepted = acceptedFiles[source]
  const canImport = space?.permissions.edit ?? true
  const chosenFile = accepted === undefined ? undefined : file
  const canSend = space !== undefined && (chosenFile !== undefined || url.trim() !== '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!canSend || importing.isPending) return
    importing.mutate({ organizationId: space.organization, source, url, file: chosenFile })
  }
  return (
    <Screen title={imports.title} crumbs={[useSpaceCrumb(spaceId)]}>
      <div className="head">
        <div>
          <h1>{imports.title}</h1>
          <p>{imports.text}</p>
        </div>
      </div>
      {canImport ? (
        <form className="import" onSubmit={submit} noValidate>
          <RadioGroup
            label={imports.source}
            choices={sources.map((value) => {
              const { label, help } = imports.sources[value]
              return { value, label, help }
            })}
            value={source}
            onChange={setSource}
          />
          {accepted !== undefined && <FileField accept={accepted} file={file} onChange={setFile} />}
          {chosenFile === undefined && (
            <TextField
              label={accepted === undefined ? imports.address : imports.orAddress}
              type="url"
              inputMode="url"
              placeholder="https://"
              value={url}
              onChange={setUrl}
              help={imports.addressHelp}
            />
          )}
          {importing.error && (
            <Notice title={imports.failed} look="danger">
              {describeError(importing.error, words)}
            </Notice>
          )}
          {importing.isPending && (
            <div role="status">
              <p>{uploadedPart === undefined ? imports.running : imports.uploading}</p>
              <Progress
                label={imports.running}
                value={uploadedPart}
                max={uploadedPart === undefined ? undefined : 1}
              />
            </div>
          )}
          <div className="actions">
            <Button
              type="submit"
              look="primary"
              label={imports.start}
              isBusy={importing.isPending}
              isDisabled={!canSend}
            />
          </div>
        </form>
      ) : (
        <p className="soft">{words.errors.notAllowed}</p>
      )}
      {importing.data && <ImportReport result={importing.data} spaceId={spaceId} />}
    </Screen>
  )
}

function ImportReport({ result, spaceId }: { result: ImportContentResult; spaceId: string }) {
  const { imports } = useWords()
  const { importedResources, totalResources, failures } = result
  return (
    <div className="stack import-report">
      <Notice
        title={imports.done(importedResources, totalResources)}
        look={failures.length === 0 ? 'success' : 'warning'}
        icon={failures.length === 0 ? circleCheck : triangleExclamation}
        actions={
          <Link className="btn outline" to="/spaces/$spaceId" params={{ spaceId }}>
            {imports.look}
          </Link>
        }
      />
      {failures.length > 0 && (
        <section aria-label={imports.missing}>
          <div className="section-head">
            <h2>{imports.missing}</h2>
          </div>
          <ul className="list">
            {failures.map(({ resource, reason }) => (
              <li key={`${resource} ${reason}`}>
                <div className="item">
                  <span className="grow">
                    <span className="title cut">{resource}</span>
                    <span className="meta">{reason}</span>
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
