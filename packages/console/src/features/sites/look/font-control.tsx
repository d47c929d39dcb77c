import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, readList, useWrite } from '../../../api/index.ts'
import {
  type CustomizationFontDefinition,
  deleteCustomFont,
  listCustomFonts,
} from '../../../api/operations.ts'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { upload } from '../../../ui/icon-paths.ts'
import { nameFont } from './look-words.ts'
import type { ControlProps } from './look-control.tsx'
import { useSiteParams } from '../use-site.ts'
import { UploadButton } from './upload-button.tsx'
import { fontWeights, isFontName, UploadFontDialog } from './upload-font-dialog.tsx'

interface CustomFont {
  id: string
  custom: boolean
  fontFamily: string
  fontFaces: { weight: number; sources: { url: string; format?: 'woff2' | 'woff' }[] }[]
}

const OWN = 'own'

const createFont = (): CustomFont => ({
  id: crypto.randomUUID(),
  custom: true,
  fontFamily: 'Own font',
  fontFaces: [],
})

const readFormat = (url: string): { format?: 'woff2' | 'woff' } =>
  /\.woff2(?:[?#]|$)/i.test(url)
    ? { format: 'woff2' }
    : /\.woff(?:[?#]|$)/i.test(url)
      ? { format: 'woff' }
      : {}

/** What a site keeps of a font of its organization. */
const toSetting = ({ id, custom, fontFamily, fontFaces }: CustomizationFontDefinition): CustomFont => ({
  id,
  custom,
  fontFamily,
  fontFaces,
})

/** One of the fonts that Verso has, one that the organization uploaded, or one with the address of a file for each weight. */
export function FontControl({
  label,
  value,
  onChange,
  fonts,
}: ControlProps<string | CustomFont> & { fonts: readonly string[] }) {
  const { siteLook } = useSiteWords()
  const { organizationId } = useSiteParams()
  const fail = useFailureToast()
  const { data: uploaded = [] } = useInfiniteQuery(readList(listCustomFonts, { organizationId }))
  const remove = useWrite((fontId: string) => call(deleteCustomFont, { organizationId, fontId }), {
    stale: [listCustomFonts],
  })
  const [isUploading, setUploading] = useState(false)
  const chosen = typeof value === 'object' ? uploaded.find(({ id }) => id === value.id) : undefined
  const own = typeof value === 'object' && !chosen ? value : undefined
  const name = typeof value === 'string' ? value : (chosen?.id ?? OWN)
  const choose = (next: string): void => {
    const font = uploaded.find(({ id }) => id === next)
    onChange(font ? toSetting(font) : next === OWN ? createFont() : next)
  }
  const setFace = (font: CustomFont, weight: number, url: string): void => {
    const others = font.fontFaces.filter((face) => face.weight !== weight)
    const face = { weight, sources: [{ url, ...readFormat(url) }] }
    onChange({
      ...font,
      fontFaces: (url === '' ? others : [...others, face]).toSorted((a, b) => a.weight - b.weight),
    })
  }
  return (
    <>
      <Select
        label={label}
        choices={[
          ...fonts.map((font) => ({ value: font, label: nameFont(font) })),
          ...uploaded.map(({ id, fontFamily }) => ({ value: id, label: fontFamily })),
          { value: OWN, label: siteLook.ownFont },
        ]}
        value={name}
        onChange={choose}
      />
      <div className="actions">
        <Button isDense icon={upload} label={siteLook.uploadFont} onPress={() => setUploading(true)} />
        {chosen?.permissions.edit === true && (
          <Button
            isDense
            look="quiet"
            label={siteLook.removeFont}
            isBusy={remove.isPending}
            onPress={() => remove.mutate(chosen.id, { onError: fail })}
          />
        )}
      </div>
      {isUploading && (
        <UploadFontDialog
          onUploaded={(font) => {
            setUploading(false)
            onChange(toSetting(font))
          }}
          onClose={() => setUploading(false)}
        />
      )}
      {own && (
        <fieldset className="field nested">
          <legend className="sr">{siteLook.ownFont}</legend>
          <TextField
            label={siteLook.fontName}
            value={own.fontFamily}
            maxLength={50}
            onChange={(fontFamily) => onChange({ ...own, fontFamily })}
            error={isFontName(own.fontFamily) ? undefined : siteLook.wrongFontName}
          />
          {fontWeights.map((weight) => (
            <div className="picture-field" key={weight}>
              <TextField
                className="grow"
                label={weight === 400 ? siteLook.fontRegular : siteLook.fontBold}
                placeholder="https://"
                value={own.fontFaces.find((face) => face.weight === weight)?.sources[0]?.url ?? ''}
                onChange={(url) => setFace(own, weight, url.trim())}
              />
              <UploadButton
                label={siteLook.upload(weight === 400 ? siteLook.fontRegular : siteLook.fontBold)}
                kind="customization_font"
                accept=".woff2,.woff,font/woff2,font/woff"
                onUploaded={(url) => setFace(own, weight, url)}
              />
            </div>
          ))}
          {own.fontFaces.length === 0 && <span className="help">{siteLook.fontNeedsFile}</span>}
        </fieldset>
      )}
    </>
  )
}
