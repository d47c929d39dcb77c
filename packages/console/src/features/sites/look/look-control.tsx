import { useSiteWords } from '../../../locales/features/sites.ts'
import { useLocale } from '../../../locales/index.ts'
import { Select, Switch } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { AnnouncementControl } from './announcement-control.tsx'
import { ColorControl, TintControl } from './color-control.tsx'
import type { LookControl } from './controls.ts'
import { FaviconControl } from './favicon-control.tsx'
import { FontControl } from './font-control.tsx'
import { FooterGroupsControl, HeaderLinksControl } from './links-control.tsx'
import { getControlHelp, getControlLabel, getValueLabel } from './look-words.ts'
import { PicturesControl } from './pictures-control.tsx'
import { WideSegmented } from './wide-segmented.tsx'

export interface ControlProps<Value = unknown> {
  label: string
  value: Value
  onChange: (value: Value | undefined) => void
}

/** More choices than this are a list instead of a row. */
const MAX_IN_ROW = 4

/** The control of one setting. */
export function LookControlView({
  control,
  value,
  onChange,
}: { control: LookControl } & Omit<ControlProps, 'label'>) {
  const { siteLook } = useSiteWords()
  const { language } = useLocale()
  const label = getControlLabel(siteLook, control)
  const help = getControlHelp(siteLook, control)
  // Each kind of control knows the form of its value, which the API has checked.
  const props = { label, value: value as never, onChange }
  switch (control.kind) {
    case 'text':
    case 'url': {
      const text = typeof value === 'string' ? value : ''
      const isWrong = control.kind === 'url' && text !== '' && !/^https?:\/\/\S+$/i.test(text)
      return (
        <TextField
          label={label}
          value={text}
          onChange={(next) => onChange(next === '' ? undefined : next)}
          error={isWrong ? siteLook.wrongUrl : undefined}
          {...(help !== undefined && { help })}
          {...(control.kind === 'url' ? { placeholder: 'https://' } : { maxLength: control.maxCharacters })}
        />
      )
    }
    case 'choice': {
      const choices = control.values.map((each) => ({
        value: each,
        label: getValueLabel(siteLook, control, each, language),
      }))
      const chosen = typeof value === 'string' ? value : String(control.default)
      const choice = { label, choices, value: chosen, onChange, ...(help !== undefined && { help }) }
      return choices.length <= MAX_IN_ROW ? <WideSegmented {...choice} /> : <Select {...choice} />
    }
    case 'switch':
      return (
        <Switch
          label={label}
          isChecked={value === true}
          onChange={onChange}
          {...(help !== undefined && { help })}
        />
      )
    case 'color':
      return <ColorControl {...props} isOptional={control.isOptional ?? false} />
    case 'tint':
      return <TintControl {...props} />
    case 'font':
      return <FontControl {...props} fonts={control.values} />
    case 'pictures':
      return <PicturesControl {...props} />
    case 'favicon':
      return <FaviconControl {...props} />
    case 'header-links':
      return <HeaderLinksControl {...props} />
    case 'footer-groups':
      return <FooterGroupsControl {...props} />
    case 'announcement':
      return <AnnouncementControl {...props} />
  }
}
