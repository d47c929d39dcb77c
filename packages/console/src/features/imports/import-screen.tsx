import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { read } from '../../api/index.ts'
import { type ContentImportFormat, getSpaceById, type Space } from '../../api/operations.ts'
import { FailedScreen } from '../../app/failures.tsx'
import { describeError } from '../../app/load-failure.tsx'
import { useGo } from '../../app/navigation.ts'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { useImportWords } from '../../locales/features/imports.ts'
import { Progress } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice, SkeletonRows } from '../../ui/states.tsx'
import { FileField } from './file-field.tsx'
import { ImportRuns } from './import-runs.tsx'
import { acceptedFiles, sources } from './sources.ts'
import { useStartImport } from './use-start-import.ts'
import './imports.css'

/** Brings content from elsewhere into a space: what it is, where it is, and where it goes. */
export function ImportScreen() {
  const { imports, common, errors } = useImportWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const crumb = useSpaceCrumb(spaceId)
  const { data: space, error, refetch } = useQuery(read(getSpaceById, { spaceId }))
  if (error && !space) return <FailedScreen error={error} reset={() => void refetch()} />
  return (
    <Screen title={imports.title} crumbs={[crumb]}>
      <div className="head">
        <div>
          <h1>{imports.title}</h1>
          <p>{imports.text}</p>
        </div>
      </div>
      {!space ? (
        <SkeletonRows label={common.loading} />
      ) : space.permissions.edit ? (
        <div className="stack">
          <ImportForm key={space.id} space={space} />
          <ImportRuns space={space} />
        </div>
      ) : (
        <p className="soft">{errors.notAllowed}</p>
      )}
    </Screen>
  )
}

function ImportForm({ space }: { space: Space }) {
  const words = useImportWords()
  const { imports } = words
  const [source, setSource] = useState<ContentImportFormat>('website')
  const [url, setUrl] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const [destination, setDestination] = useState<'space' | 'change-request'>('space')
  const { start, uploadedPart } = useStartImport()
  const go = useGo()
  const accepted = acceptedFiles[source]
  const chosenFiles = accepted === undefined ? [] : files
  const isLocked = space.editMode === 'locked'
  const canSend = chosenFiles.length > 0 || url.trim() !== ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!canSend || start.isPending) return
    start.mutate(
      {
        organizationId: space.organization,
        spaceId: space.id,
        source,
        url,
        files: chosenFiles,
        subject:
          isLocked || destination === 'change-request'
            ? imports.subject(imports.sources[source].label)
            : undefined,
      },
      {
        onSuccess: ({ id }) =>
          go({ to: '/spaces/$spaceId/imports/$importRunId', params: { spaceId: space.id, importRunId: id } }),
      },
    )
  }
  return (
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
      {accepted !== undefined && <FileField accept={accepted} files={files} onChange={setFiles} />}
      {chosenFiles.length === 0 && (
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
      {isLocked ? (
        <p className="soft">{imports.locked}</p>
      ) : (
        <RadioGroup
          label={imports.destination}
          choices={[
            { value: 'space', label: imports.intoSpace, help: imports.intoSpaceHelp },
            { value: 'change-request', label: imports.intoRequest, help: imports.intoRequestHelp },
          ]}
          value={destination}
          onChange={setDestination}
        />
      )}
      {start.error && (
        <Notice title={imports.failed} look="danger">
          {describeError(start.error, words)}
        </Notice>
      )}
      {uploadedPart !== undefined && (
        <div role="status">
          <p>{imports.uploading}</p>
          <Progress label={imports.uploading} value={uploadedPart} max={1} />
        </div>
      )}
      <div className="actions">
        <Button
          type="submit"
          look="primary"
          label={imports.start}
          isBusy={start.isPending}
          isDisabled={!canSend}
        />
      </div>
    </form>
  )
}
