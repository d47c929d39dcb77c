import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { read } from '../../../api/index.ts'
import { getFileInChangeRequestById, type RevisionPage } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { image, trashCan, upload } from '../../../ui/icon-paths.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useChangeRequest } from '../use-change-request.ts'
import { useEditorConnections } from './use-editor-connections.ts'
import { type PageOptions, usePageOptions } from './use-page-options.ts'

type CoverRef = NonNullable<NonNullable<PageOptions['cover']>['ref']>

/** What an answer of the API says of the picture of a cover. */
function readCover(cover: RevisionPage['cover']): CoverRef | undefined {
  const ref: unknown = cover?.['ref']
  if (typeof ref !== 'object' || ref === null) return undefined
  if ('file' in ref && typeof ref.file === 'string') return { kind: 'file', file: ref.file }
  return 'url' in ref && typeof ref.url === 'string' ? { kind: 'url', url: ref.url } : undefined
}

function useCoverAddress(ref: CoverRef | undefined): string | undefined {
  const { ids } = useChangeRequest()
  const fileId = ref?.kind === 'file' ? ref.file : ''
  const { data } = useQuery({
    ...read(getFileInChangeRequestById, { ...ids, fileId }),
    enabled: fileId !== '',
  })
  return ref?.kind === 'url' ? ref.url : data?.downloadURL
}

interface CoverFieldProps {
  page: RevisionPage
  isReadOnly: boolean
}

/** The picture above the title of a page. */
export function CoverField({ page, isReadOnly }: CoverFieldProps) {
  const { common, writing } = useWritingWords()
  const [isOpen, setOpen] = useState(false)
  const options = usePageOptions(page.id)
  const address = useCoverAddress(readCover(page.cover))
  if (address === undefined) return null
  return (
    <div className="page-cover">
      <img src={address} alt="" />
      {!isReadOnly && (
        <div className="page-cover-actions">
          <Button isDense icon={image} label={writing.changeCover} onPress={() => setOpen(true)} />
          <Button
            isDense
            isIconOnly
            icon={trashCan}
            label={common.remove}
            isBusy={options.isPending}
            onPress={() => options.change({ cover: null })}
          />
          <CoverDialog page={page} isOpen={isOpen} onClose={() => setOpen(false)} />
        </div>
      )}
    </div>
  )
}

/** Offers a cover to a page that has none. */
export function AddCover({ page }: { page: RevisionPage }) {
  const { writing } = useWritingWords()
  const [isOpen, setOpen] = useState(false)
  if (readCover(page.cover)) return null
  return (
    <>
      <Button look="quiet" isDense icon={image} label={writing.addCover} onPress={() => setOpen(true)} />
      <CoverDialog page={page} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

interface CoverDialogProps {
  page: RevisionPage
  isOpen: boolean
  onClose: () => void
}

function CoverDialog({ page, isOpen, onClose }: CoverDialogProps) {
  const words = useWritingWords()
  const { common, writing } = words
  const [url, setUrl] = useState('')
  const [part, setPart] = useState<number>()
  const inputRef = useRef<HTMLInputElement>(null)
  const { uploadFile } = useEditorConnections()
  const options = usePageOptions(page.id)
  const save = (ref: CoverRef): void => options.change({ cover: { ref } }, onClose)
  const send = async (file: File): Promise<void> => {
    setPart(0)
    try {
      const { ref } = await uploadFile(file, { onProgress: setPart, signal: new AbortController().signal })
      if (ref.kind === 'file') save({ kind: 'file', file: ref.file })
    } catch (error) {
      showToast({ message: `${file.name}: ${describeError(error, words)}`, isError: true })
    } finally {
      setPart(undefined)
    }
  }
  return (
    <FormDialog
      title={writing.cover}
      isOpen={isOpen}
      onClose={onClose}
      action={common.save}
      cancel={common.cancel}
      isBusy={options.isPending}
      isDisabled={!/^https:\/\/\S+$/.test(url.trim())}
      onSubmit={() => save({ kind: 'url', url: url.trim() })}
    >
      <Button
        icon={upload}
        isBusy={part !== undefined}
        label={part === undefined ? writing.uploadImage : writing.uploadPart(Math.round(part * 100))}
        onPress={() => inputRef.current?.click()}
      />
      <input
        ref={inputRef}
        type="file"
        accept="image/*"
        aria-label={writing.uploadImage}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send(file)
        }}
      />
      <TextField label={writing.coverAddress} help={writing.coverHelp} value={url} onChange={setUrl} />
    </FormDialog>
  )
}
