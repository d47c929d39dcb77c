import { useSiteWords } from '../../../locales/features/sites.ts'
import { TextField } from '../../../ui/field.tsx'

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]+\S*$/i.test(text.trim())

interface LinkAddressFieldProps {
  value: string
  onChange: (value: string) => void
  isReadOnly?: boolean
}

/** Where a link of the structure leads to. */
export function LinkAddressField({ value, onChange, isReadOnly = false }: LinkAddressFieldProps) {
  const { sites, siteLook } = useSiteWords()
  return (
    <TextField
      label={sites.linkAddress}
      placeholder="https://"
      value={value}
      onChange={onChange}
      isReadOnly={isReadOnly}
      error={value.trim() === '' || isWebAddress(value) ? undefined : siteLook.wrongUrl}
    />
  )
}
