import { type DragEvent, useId, useRef, useState } from 'react'
import { useFormats } from '../../locales/index.ts'
import { useImportWords } from '../../locales/features/imports.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { cloudArrowUp, file as fileIcon } from '../../ui/icon-paths.ts'

interface FileFieldProps {
  /** Endings of names, as an `input` takes them. */
  accept: string
  files: readonly File[]
  onChange: (files: File[]) => void
}

/** Files of this computer, dropped here or chosen. */
export function FileField({ accept, files, onChange }: FileFieldProps) {
  const { imports } = useImportWords()
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const add = (list: FileList | null): void => {
    const names = new Set(files.map(({ name }) => name))
    onChange([...files, ...[...(list ?? [])].filter(({ name }) => !names.has(name))])
    // The same file can be chosen again after it was removed.
    if (inputRef.current) inputRef.current.value = ''
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  return (
    <div className="field">
      <label htmlFor={id}>{imports.file}</label>
      <div
        className={classNames('drop-zone', isOver && 'over')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          ref={inputRef}
          id={id}
          className="sr"
          type="file"
          multiple
          accept={accept}
          onChange={(event) => add(event.target.files)}
        />
        <Icon of={cloudArrowUp} />
        <span className="grow soft">{imports.drop}</span>
        <Button isDense label={imports.choose} onPress={() => inputRef.current?.click()} />
      </div>
      {files.length > 0 && (
        <ChosenFiles
          files={files}
          onRemove={(removed) => onChange(files.filter((file) => file !== removed))}
        />
      )}
    </div>
  )
}

function ChosenFiles({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const { imports, common } = useImportWords()
  const { bytes } = useFormats()
  return (
    <ul className="chosen-files">
      {files.map((file) => (
        <li key={file.name}>
          <Icon of={fileIcon} />
          <span className="grow cut">
            {file.name} <span className="soft">{bytes(file.size)}</span>
          </span>
          <Button
            look="quiet"
            isDense
            label={common.remove}
            aria-label={imports.removeFile(file.name)}
            onPress={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  )
}
