import { useRef, useState } from 'react'
import { type StorageUploadKind } from '../../../api/operations.ts'
import { uploadFile } from '../../../api/index.ts'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { Button } from '../../../ui/button.tsx'
import { upload } from '../../../ui/icon-paths.ts'
import { useSiteParams } from '../use-site.ts'

interface UploadButtonProps {
  label: string
  kind: StorageUploadKind
  /** What the browser offers to choose, such as `image/*`. */
  accept: string
  onUploaded: (url: string) => void
}

/** Sends a file of this computer to the server and gives its address. */
export function UploadButton({ label, kind, accept, onUploaded }: UploadButtonProps) {
  const { organizationId } = useSiteParams()
  const fail = useFailureToast()
  const inputRef = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (file: File): Promise<void> => {
    setBusy(true)
    try {
      onUploaded((await uploadFile(organizationId, file, { kind })).downloadURL)
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <input
        ref={inputRef}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send(file)
        }}
      />
      <Button
        isIconOnly
        icon={upload}
        label={label}
        isBusy={isBusy}
        onPress={() => inputRef.current?.click()}
      />
    </>
  )
}
