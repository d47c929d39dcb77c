import type { DefaultLevel } from '../../api/operations.ts'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { Select } from '../../ui/choice.tsx'

const levels = ['inherit', 'none', 'read', 'comment', 'edit', 'review', 'create', 'admin'] as const

interface DefaultLevelFieldProps {
  value: DefaultLevel
  onChange: (value: DefaultLevel) => void
  /** What it means to have no level of its own here. */
  inheritLabel: string
  help?: string
}

/** The role that everybody in the organization has on a space or a site. */
export function DefaultLevelField({ value, onChange, inheritLabel, help }: DefaultLevelFieldProps) {
  const { settings, roles } = useSettingsWords()
  return (
    <Select
      label={settings.defaultLevel}
      {...(help !== undefined && { help })}
      choices={levels.map((level) => ({
        value: level,
        label: level === 'inherit' ? inheritLabel : level === 'none' ? settings.levelNone : roles[level],
      }))}
      value={value ?? 'none'}
      onChange={(next) => onChange(next === 'none' ? null : next)}
    />
  )
}
