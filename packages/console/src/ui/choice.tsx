import type { ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from './class-names.ts'
import type { IconPath } from './icon-paths.ts'
import { Icon } from './icon.tsx'

export interface Choice<Value extends string> {
  value: Value
  label: string
  help?: string
}

interface IconChoice<Value extends string> extends Choice<Value> {
  /** Shown instead of the label on small screens, where labels of several parts do not fit side by side. */
  icon?: IconPath
}

interface SelectProps<Value extends string> {
  label: string
  isLabelHidden?: boolean
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  isDisabled?: boolean
  help?: string
  isQuiet?: boolean
}

/**
 * One of a few choices. It is the browser's own control: on a phone it opens the system's list, and every assistive program
 * knows it.
 */
export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  choices,
  value,
  onChange,
  isDisabled = false,
  help,
  isQuiet = false,
}: SelectProps<Value>) {
  const id = useId()
  const select = (
    <select
      id={id}
      className={classNames('select', isQuiet && 'quiet')}
      value={value}
      disabled={isDisabled}
      {...(isLabelHidden && { 'aria-label': label })}
      {...(help !== undefined && { 'aria-describedby': `${id}-help` })}
      onChange={(event) => {
        const choice = choices.find((each) => each.value === event.target.value)
        if (choice) onChange(choice.value)
      }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
  if (isLabelHidden) return select
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {select}
      {help !== undefined && (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      )}
    </div>
  )
}

interface CheckboxProps {
  label: ReactNode
  help?: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  isDisabled?: boolean
}

export function Checkbox({ label, help, isChecked, onChange, isDisabled = false }: CheckboxProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        {help !== undefined && <small>{help}</small>}
      </span>
    </label>
  )
}

/** A setting that takes effect at once. */
export function Switch({ label, help, isChecked, onChange, isDisabled = false }: CheckboxProps) {
  return (
    <label className="switch">
      <span>
        {label}
        {help !== undefined && <small className="help">{help}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

interface ChoiceGroupProps<Value extends string> {
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  isLabelHidden?: boolean
}

/** One of a few choices, all of them in sight, each with a sentence that explains it. */
export function RadioGroup<Value extends string>({
  label,
  choices,
  value,
  onChange,
  isLabelHidden = false,
}: ChoiceGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset className="choices">
      <legend className={isLabelHidden ? 'sr' : 'label'}>{label}</legend>
      {choices.map((choice) => (
        <label className="check" key={choice.value}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            {choice.help !== undefined && <small>{choice.help}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** One of two to four short choices, side by side. */
export function Segmented<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: Omit<ChoiceGroupProps<Value>, 'choices'> & { choices: readonly IconChoice<Value>[] }) {
  const name = useId()
  return (
    <fieldset className="segmented">
      <legend className="sr">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.icon ? (
            <>
              <Icon of={choice.icon} />
              <span>{choice.label}</span>
            </>
          ) : (
            choice.label
          )}
        </label>
      ))}
    </fieldset>
  )
}
