import { useId } from 'react'
import { useSiteWords } from '../../locales/features/sites.ts'
import { lookPresets } from './look-presets.ts'
import './sites.css'

interface PresetChoiceProps {
  label: string
  value: string
  onChange: (id: string) => void
}

/** One of a handful of looks, each with a small picture. */
export function PresetChoice({ label, value, onChange }: PresetChoiceProps) {
  const { sites } = useSiteWords()
  const name = useId()
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      <div className="look-choice">
        {lookPresets.map((preset) => (
          <label key={preset.id}>
            <input
              type="radio"
              name={name}
              checked={preset.id === value}
              onChange={() => onChange(preset.id)}
            />
            <span className={`look-thumb ${preset.theme}`} style={{ '--swatch': preset.color }} />
            <span>{preset.name(sites)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
