import { useSiteWords } from '../../../locales/features/sites.ts'
import { Select } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { nameFont } from './look-words.ts'
import type { ControlProps } from './look-control.tsx'
import { UploadButton } from './upload-button.tsx'

interface CustomFont {
  id: string
  custom: boolean
  fontFamily: string
  fontFaces: { weight: number; sources: { url: string; format?: 'woff2' | 'woff' }[] }[]
}

const OWN = 'own'
const weights = [400, 700] as const

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

/** One of the fonts that Verso has, or one of one's own with a file for each weight. */
export function FontControl({
  label,
  value,
  onChange,
  fonts,
}: ControlProps<string | CustomFont> & { fonts: readonly string[] }) {
  const { siteLook } = useSiteWords()
  const own = typeof value === 'object' ? value : undefined
  const name = typeof value === 'string' ? value : OWN
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
          { value: OWN, label: siteLook.ownFont },
        ]}
        value={name}
        onChange={(font) => onChange(font === OWN ? createFont() : font)}
      />
      {own && (
        <fieldset className="field nested">
          <legend className="sr">{siteLook.ownFont}</legend>
          <TextField
            label={siteLook.fontName}
            value={own.fontFamily}
            maxLength={50}
            onChange={(fontFamily) => onChange({ ...own, fontFamily })}
            error={/^[A-Za-z0-9][A-Za-z0-9 _-]*$/.test(own.fontFamily) ? undefined : siteLook.wrongFontName}
          />
          {weights.map((weight) => (
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
