import { type Ref, useRef } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { circleNotch, type IconPath } from './icon-paths.ts'
import { Tooltip, useTooltipTrigger } from './tooltip.tsx'

/** What a tooltip has to know of its button. */
type TooltipEvent = 'onHoverStart' | 'onHoverEnd' | 'onPressStart' | 'onFocus' | 'onBlur'

export interface ButtonProps extends Omit<
  AriaButtonProps,
  'className' | 'children' | 'style' | TooltipEvent
> {
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

export const Button = (props: ButtonProps) =>
  props.isIconOnly === true ? <IconButton {...props} /> : <DrawnButton {...props} />

/** A button without words. What it does is shown when a pointer or the keyboard comes to it. */
function IconButton(props: ButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  const tooltip = useTooltipTrigger()
  return (
    <>
      <DrawnButton {...props} {...tooltip.events} ref={ref} />
      {tooltip.isShown && <Tooltip text={props.label} buttonRef={ref} onClose={tooltip.close} />}
    </>
  )
}

interface DrawnButtonProps extends ButtonProps, Pick<AriaButtonProps, TooltipEvent> {
  ref?: Ref<HTMLButtonElement>
}

function DrawnButton({
  look = 'outline',
  icon,
  label,
  isIconOnly = false,
  isDense = false,
  isWide = false,
  isBusy = false,
  className,
  ...props
}: DrawnButtonProps) {
  const shownIcon = isBusy ? circleNotch : icon
  return (
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
}
