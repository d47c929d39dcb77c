import { type FocusEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { circleCheck, circleExclamation, xmark } from './icon-paths.ts'

export interface Toast {
  message: string
  isError?: boolean
  /** Takes back what was done, or leads to it. */
  action?: { label: string; run: () => void }
}

interface ShownToast extends Toast {
  id: number
}

const SHOWN_MS = 8000
const MAX_SHOWN = 3

let toasts: readonly ShownToast[] = []
let nextId = 1
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
/** Whether somebody is reading or using them. */
let isHeld = false

function update(next: readonly ShownToast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const close = (id: number): void => update(toasts.filter((toast) => toast.id !== id))

function closeLater({ id, isError = false }: ShownToast): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (!isError && !isHeld)
    timers.set(
      id,
      setTimeout(() => close(id), SHOWN_MS),
    )
}

/** Lets none of them go until they are released, and then each has its whole time again. */
function hold(held: boolean): void {
  if (held === isHeld) return
  isHeld = held
  toasts.forEach(closeLater)
}

/** Says in the corner what was done or went wrong. It goes by itself unless it is an error. */
export function showToast(toast: Toast): void {
  const shown = { ...toast, id: nextId++ }
  update([...toasts, shown].slice(-MAX_SHOWN))
  closeLater(shown)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let region: HTMLElement | null = null

/** Moves the focus to the newest toast: its action, or the button that closes it. */
export function focusNewestToast(): void {
  region?.querySelector<HTMLElement>(':scope > :last-child button')?.focus()
}

/** Where toasts appear. It is on the page from the beginning, so that screen readers announce what comes into it. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const ref = useRef<HTMLDivElement>(null)
  /** Where the focus was before it came here; undefined while it is elsewhere. */
  const cameFrom = useRef<EventTarget | null>(undefined)
  const isPointedAt = useRef(false)
  const updateHold = (): void => hold(isPointedAt.current || cameFrom.current !== undefined)
  const setPointedAt = (isAt: boolean): void => {
    isPointedAt.current = isAt
    updateHold()
  }
  useLayoutEffect(() => {
    region = ref.current
    return () => {
      region = null
    }
  }, [])
  useLayoutEffect(() => {
    // The pointer leaves nothing that is gone.
    if (shown.length === 0) isPointedAt.current = false
    const from = cameFrom.current
    if (from !== undefined && ref.current?.contains(document.activeElement) !== true) {
      // What had the focus is gone: it goes to the next toast, and after the last one to where it was.
      if (shown.length > 0) focusNewestToast()
      else {
        cameFrom.current = undefined
        if (from instanceof HTMLElement && from.isConnected) from.focus()
      }
    }
    hold(isPointedAt.current || cameFrom.current !== undefined)
  }, [shown])
  return (
    <div
      ref={ref}
      className="toasts"
      role="region"
      aria-label={label}
      aria-live="polite"
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
        cameFrom.current ??= currentTarget.contains(relatedTarget) ? null : relatedTarget
        updateHold()
      }}
      onBlur={({ relatedTarget, currentTarget, target }: FocusEvent<HTMLElement>) => {
        // A button that is taken away loses the focus too.
        if (!target.isConnected || currentTarget.contains(relatedTarget)) return
        cameFrom.current = undefined
        updateHold()
      }}
    >
      {shown.map(({ id, message, isError = false, action }) => (
        <div key={id} className={classNames('toast', isError && 'danger')}>
          <Icon of={isError ? circleExclamation : circleCheck} />
          <span className="grow">{message}</span>
          {action && (
            <Button
              look="quiet"
              isDense
              label={action.label}
              onPress={() => {
                close(id)
                action.run()
              }}
            />
          )}
          <Button look="quiet" isDense isIconOnly icon={xmark} label={closeLabel} onPress={() => close(id)} />
        </div>
      ))}
    </div>
  )
}
