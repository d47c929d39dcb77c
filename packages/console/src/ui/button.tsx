import { useRef } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { circleNotch, type IconPath } from './icon-paths.ts'
import { PressButton, type PressButtonProps } from './press-button.tsx'
import { Tooltip, type TooltipEvents, useTooltipTrigger } from './tooltip.tsx'

export interface ButtonProps extends Omit<PressButtonProps, 'children' | keyof TooltipEvents> {
  look?: 'primary' | 'outline' | 'quiet' | 'danger' | 'danger-fill'
  icon?: IconPath
  /** The word on it. With `isIconOnly`, it is read out and shown as a tooltip instead. */
  label: string
  isIconOnly?: boolean
  /** Lower, for rows and headings. */
  isDense?: boolean
  isWide?: boolean
}

export const Button = (props: ButtonProps) =>
  props.isIconOnly === true ? <IconButton {...props} /> : <DrawnButton {...props} />

/** A button without words. What it does is shown when a pointer or the keyboard comes to it. */
function IconButton(props: Omit<ButtonProps, 'ref'>) {
  const ref = useRef<HTMLButtonElement>(null)
  const tooltip = useTooltipTrigger()
  return (
    <>
      <DrawnButton {...props} {...tooltip.events} ref={ref} />
      {tooltip.isShown && <Tooltip text={props.label} buttonRef={ref} onClose={tooltip.close} />}
    </>
  )
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
}: ButtonProps & Partial<TooltipEvents>) {
  const shownIcon = isBusy ? circleNotch : icon
  return (
    <PressButton
      {...props}
      isBusy={isBusy}
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
    </PressButton>
  )
}
