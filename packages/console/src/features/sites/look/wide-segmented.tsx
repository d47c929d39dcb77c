import { useId } from 'react'
import type { Choice } from '../../../ui/choice.tsx'

interface WideSegmentedProps {
  label: string
  choices: readonly Choice<string>[]
  value: string
  onChange: (value: string) => void
  help?: string
}

/** One of two to four short choices side by side, as wide as what they are in, below their name. */
export function WideSegmented({ label, choices, value, onChange, help }: WideSegmentedProps) {
  const name = useId()
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      <div className="segmented wide">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span className="cut">{choice.label}</span>
          </label>
        ))}
      </div>
      {help !== undefined && <span className="help">{help}</span>}
    </fieldset>
  )
}
