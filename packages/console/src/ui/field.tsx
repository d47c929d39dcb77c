import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { circleExclamation, type IconPath, magnifyingGlass } from './icon-paths.ts'

export interface TextFieldProps extends Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'autoFocus' | 'maxLength' | 'inputMode' | 'spellCheck' | 'name'
> {
  label: string
  /** The label is read out, and not shown. */
  isLabelHidden?: boolean
  value: string
  onChange?: (value: string) => void
  help?: ReactNode
  /** What is wrong with the value, such as the message of the API. */
  error?: string | undefined
  placeholder?: string
  isReadOnly?: boolean
  isDisabled?: boolean
  isMultiline?: boolean
  rows?: number
  icon?: IconPath
  /** Stands in the field behind the value, such as a unit. */
  after?: ReactNode
  className?: string
  onKeyDown?: (event: KeyboardEvent) => void
  onBlur?: () => void
}

/** A field for text, with its label, its help and what is wrong with it. */
export function TextField({
  label,
  isLabelHidden = false,
  onChange,
  help,
  error,
  isReadOnly = false,
  isDisabled = false,
  isMultiline = false,
  rows = 3,
  icon,
  after,
  className,
  type = 'text',
  ...props
}: TextFieldProps) {
  const id = useId()
  const helpId = help === undefined ? undefined : `${id}-help`
  const errorId = error === undefined ? undefined : `${id}-error`
  const described = [helpId, errorId].filter((each) => each !== undefined).join(' ')
  const isGrouped = icon !== undefined || after !== undefined
  const shared = {
    ...props,
    id,
    readOnly: isReadOnly,
    disabled: isDisabled,
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
    ...(isLabelHidden && { 'aria-label': label }),
    ...(described !== '' && { 'aria-describedby': described }),
    ...(error !== undefined && { 'aria-invalid': true }),
  }
  const input = isMultiline ? (
    <textarea {...shared} className="textarea" rows={rows} />
  ) : (
    <input {...shared} className={isGrouped ? 'bare-input' : 'input'} type={type} />
  )
  return (
    <div className={classNames('field', className)}>
      {!isLabelHidden && <label htmlFor={id}>{label}</label>}
      {isGrouped ? (
        <div className="input-group">
          {icon && <Icon of={icon} />}
          {input}
          {after}
        </div>
      ) : (
        input
      )}
      {help !== undefined && (
        <span className="help" id={helpId}>
          {help}
        </span>
      )}
      {error !== undefined && (
        <span className="error-text" id={errorId}>
          <Icon of={circleExclamation} />
          <span>{error}</span>
        </span>
      )}
    </div>
  )
}

/** A field that narrows the list below it. */
export function SearchField(props: Omit<TextFieldProps, 'icon' | 'isLabelHidden' | 'isMultiline'>) {
  return (
    <TextField
      {...props}
      type="search"
      isLabelHidden
      icon={magnifyingGlass}
      placeholder={props.placeholder ?? props.label}
    />
  )
}
