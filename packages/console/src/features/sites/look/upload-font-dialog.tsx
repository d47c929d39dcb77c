import { useState } from 'react'
import { call, uploadFile, useWrite } from '../../../api/index.ts'
import {
  createCustomFont,
  type CustomizationFontDefinition,
  listCustomFonts,
} from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useSiteParams } from '../use-site.ts'

/** A name that needs no escaping in a style sheet, as the API wants it. */
export const isFontName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9 _-]*$/.test(name)

export const fontWeights = [400, 700] as const
type FontWeight = (typeof fontWeights)[number]

interface UploadFontDialogProps {
  onUploaded: (font: CustomizationFontDefinition) => void
  onClose: () => void
}

/** Uploads the files of a font, for all sites of the organization. */
export function UploadFontDialog({ onUploaded, onClose }: UploadFontDialogProps) {
  const words = useSiteWords()
  const { siteLook, common } = words
  const { organizationId } = useSiteParams()
  const [name, setName] = useState('')
  const [files, setFiles] = useState<Partial<Record<FontWeight, File>>>({})
  const create = useWrite(
    async () => {
      const fontFaces: { weight: number; storageKey: string }[] = []
      for (const weight of fontWeights) {
        const file = files[weight]
        if (!file) continue
        const { key } = await uploadFile(organizationId, file, { kind: 'customization_font' })
        fontFaces.push({ weight, storageKey: key })
      }
      return call(createCustomFont, { organizationId, body: { fontFamily: name.trim(), fontFaces } })
    },
    { stale: [listCustomFonts], onSuccess: onUploaded },
  )
  return (
    <FormDialog
      title={siteLook.uploadFont}
      isOpen
      onClose={onClose}
      action={siteLook.uploadFont}
      cancel={common.cancel}
      onSubmit={() => create.mutate(undefined)}
      isBusy={create.isPending}
      isDisabled={!isFontName(name.trim()) || !files[400]}
      error={create.error ? describeError(create.error, words) : undefined}
    >
      <p className="soft">{siteLook.uploadFontText}</p>
      <TextField
        label={siteLook.fontName}
        value={name}
        maxLength={50}
        onChange={setName}
        error={name === '' || isFontName(name.trim()) ? undefined : siteLook.wrongFontName}
        autoFocus
      />
      {fontWeights.map((weight) => (
        <label className="field" key={weight}>
          <span className="label">{weight === 400 ? siteLook.fontRegular : siteLook.fontBold}</span>
          <input
            className="input"
            type="file"
            accept=".woff2,.woff,font/woff2,font/woff"
            onChange={({ target }) => setFiles((before) => ({ ...before, [weight]: target.files?.[0] }))}
          />
        </label>
      ))}
    </FormDialog>
  )
}
