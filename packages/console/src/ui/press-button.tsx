import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type Ref,
  use,
  useImperativeHandle,
  useRef,
} from 'react'

/** What a menu asks of the button that opens it. */
export interface ButtonTrigger extends Pick<
  ComponentProps<'button'>,
  'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'onKeyDown' | 'onKeyUp'
> {
  ref: Ref<HTMLButtonElement>
  onPress: (event: MouseEvent<HTMLButtonElement>) => void
}

export const ButtonTriggerContext = createContext<ButtonTrigger | undefined>(undefined)

export interface PressButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'disabled' | 'style'> {
  onPress?: () => void
  isDisabled?: boolean
  /** The action is under way. The button stays where it is and takes no more presses. */
  isBusy?: boolean
}

/** The browser's own button, without a look: `Button` has one. */
export function PressButton({
  onPress,
  isDisabled = false,
  isBusy = false,
  type = 'button',
  ref,
  ...props
}: PressButtonProps) {
  const { ref: triggerRef, onPress: onTrigger, ...trigger } = use(ButtonTriggerContext) ?? {}
  const ownRef = useRef<HTMLButtonElement>(null)
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => ownRef.current)
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(triggerRef, () => ownRef.current)
  const click = (event: MouseEvent<HTMLButtonElement>): void => {
    // What is around it, such as a row that can be opened, was not pressed.
    event.stopPropagation()
    if (isBusy) return event.preventDefault()
    // Safari does not focus what is pressed, and what opens now gives the focus back when it closes. Enter in a field presses the
    // button of its form, without a pointer: whoever typed there stays there.
    if (event.detail > 0) event.currentTarget.focus({ preventScroll: true })
    onTrigger?.(event)
    onPress?.()
  }
  return (
    <button
      {...trigger}
      {...props}
      ref={ownRef}
      // A field would send the form by the busy button when Enter is pressed in it.
      type={isBusy ? 'button' : type}
      disabled={isDisabled}
      {...(isBusy && { 'aria-disabled': true })}
      onClick={click}
    />
  )
}
