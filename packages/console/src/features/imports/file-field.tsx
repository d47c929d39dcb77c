import { type DragEvent, useId, useRef, useState } from 'react'
import { useFormats, useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { cloudArrowUp, file as fileIcon } from '../../ui/icon-paths.ts'

interface FileFieldProps {
  /** Endings of names, as an `input` takes them. */
  accept: string
  file: File | undefined
  onChange: (file: File | undefined) => void
}

/** A file of this computer, dropped here or chosen. */
export function FileField({ accept, file, onChange }: FileFieldProps) {
  const { imports, common } = useWords()
  const { bytes } = useFormats()
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onChange(dropped)
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
          accept={accept}
          onChange={(event) => onChange(event.target.files?.[0])}
        />
        {file ? (
          <>
            <Icon of={fileIcon} />
            <span className="grow cut">
              {file.name} <span className="soft">{bytes(file.size)}</span>
            </span>
            <Button look="quiet" isDense label={common.remove} onPress={() => onChange(undefined)} />
          </>
        ) : (
          <>
            <Icon of={cloudArrowUp} />
            <span className="grow soft">{imports.drop}</span>
            <Button isDense label={imports.choose} onPress={() => inputRef.current?.click()} />
          </>
        )}
      </div>
    </div>
  )
}
