import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { xmark } from '../../../ui/icon-paths.ts'
import type { ControlProps } from './look-control.tsx'
import { UploadButton } from './upload-button.tsx'

export interface ThemedUrl {
  light: string
  dark: string
}

const isWebUrl = (url: string): boolean => /^https?:\/\/\S+$/i.test(url)

/** A picture for each theme, by its address or from this computer. One that is given for one theme is used for both. */
export function PicturesControl({ label, value, onChange }: ControlProps<ThemedUrl | undefined>) {
  const { siteLook, common } = useSiteWords()
  const set = (theme: keyof ThemedUrl, url: string): void => {
    const other = theme === 'light' ? 'dark' : 'light'
    const before = value?.[other]
    // A second picture is its own once it differs from the first.
    const isLinked = before === undefined || before === '' || before === value?.[theme]
    const next = { light: '', dark: '', [theme]: url, [other]: isLinked ? url : before }
    onChange(next.light === '' && next.dark === '' ? undefined : next)
  }
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      {(['light', 'dark'] as const).map((theme) => {
        const url = value?.[theme] ?? ''
        const name = theme === 'light' ? siteLook.inLight : siteLook.inDark
        return (
          <div className="picture-field" key={theme}>
            <TextField
              className="grow"
              label={name}
              value={url}
              onChange={(next) => set(theme, next.trim())}
              placeholder="https://"
              error={url !== '' && !isWebUrl(url) ? siteLook.wrongUrl : undefined}
            />
            <UploadButton
              label={siteLook.upload(name)}
              kind="organization_file"
              accept="image/*"
              onUploaded={(next) => set(theme, next)}
            />
          </div>
        )
      })}
      {value !== undefined && (
        <div>
          <Button
            look="quiet"
            isDense
            icon={xmark}
            label={common.remove}
            onPress={() => onChange(undefined)}
          />
        </div>
      )}
    </fieldset>
  )
}
