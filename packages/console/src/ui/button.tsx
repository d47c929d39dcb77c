import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { circleNotch, type IconPath } from './icon-paths.ts'
import { WithTooltip } from './tooltip.tsx'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  look?: 'primary' | 'outline' | 'quiet' | 'danger' | 'danger-fill'
  icon?: IconPath
  /** The word on it. With `isIconOnly`, it is read out and shown as a tooltip instead. */
  label: string
  isIconOnly?: boolean
  /** Lower, for rows and headings. */
  isDense?: boolean
  isWide?: boolean
  /** The action is under way. The button stays where it is and takes no more presses. */
  isBusy?: boolean
  className?: string
}

export function Button({
  look = 'outline',
  icon,
  label,
  isIconOnly = false,
  isDense = false,
  isWide = false,
  isBusy = false,
  className,
  ...props
}: ButtonProps) {
  const shownIcon = isBusy ? circleNotch : icon
  const button = (
    <AriaButton
      {...props}
      isPending={isBusy}
      className={classNames(
        'btn',
        look,
        isIconOnly && 'square',
        isDense && 'dense',
        isWide && 'wide',
        isBusy && 'busy',
        className,
      )}
      {...(isIconOnly && { 'aria-label': label })}
    >
      {shownIcon && <Icon of={shownIcon} />}
      {!isIconOnly && <span>{label}</span>}
    </AriaButton>
  )
  return isIconOnly ? <WithTooltip text={label}>{button}</WithTooltip> : button
}
