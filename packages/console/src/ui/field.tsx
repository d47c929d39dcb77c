import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextArea } from 'react-aria-components/TextArea'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { circleExclamation, type IconPath, magnifyingGlass } from './icon-paths.ts'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'style'> {
  label: string
  /** The label is read out, and not shown. */
  isLabelHidden?: boolean
  help?: ReactNode
  /** What is wrong with the value, such as the message of the API. */
  error?: string | undefined
  placeholder?: string
  isMultiline?: boolean
  rows?: number
  icon?: IconPath
  /** Stands in the field behind the value, such as a unit. */
  after?: ReactNode
  className?: string
}

/** A field for text, with its label, its help and what is wrong with it. */
export function TextField({
  label,
  isLabelHidden = false,
  help,
  error,
  placeholder,
  isMultiline = false,
  rows,
  icon,
  after,
  className,
  ...props
}: TextFieldProps) {
  const input = isMultiline ? (
    <TextArea className="textarea" {...(placeholder !== undefined && { placeholder })} rows={rows ?? 3} />
  ) : (
    <Input
      className={icon || after !== undefined ? 'bare-input' : 'input'}
      {...(placeholder !== undefined && { placeholder })}
    />
  )
  return (
    <AriaTextField
      {...props}
      isInvalid={error !== undefined || props.isInvalid === true}
      // The server's word counts: the browser's own messages would stop a form before it is sent.
      validationBehavior="aria"
      className={classNames('field', className)}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label>{label}</Label>}
      {icon || after !== undefined ? (
        <div className="input-group">
          {icon && <Icon of={icon} />}
          {input}
          {after}
        </div>
      ) : (
        input
      )}
      {help !== undefined && (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      {error !== undefined && (
        <FieldError className="error-text">
          <Icon of={circleExclamation} />
          <span>{error}</span>
        </FieldError>
      )}
    </AriaTextField>
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
