import { useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { check, copy } from './icon-paths.ts'

interface CopyFieldProps {
  label: string
  value: string
  copyLabel: string
  copiedLabel: string
}

/** A value to take elsewhere. */
export function CopyField({ label, value, copyLabel, copiedLabel }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false)
  const copyValue = async (): Promise<void> => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <div className="copy-field">
      <TextField className="grow" label={label} value={value} isReadOnly />
      <Button
        icon={isCopied ? check : copy}
        label={isCopied ? copiedLabel : copyLabel}
        onPress={() => void copyValue()}
      />
    </div>
  )
}
