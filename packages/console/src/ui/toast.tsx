import { useSyncExternalStore } from 'react'
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

function update(next: readonly ShownToast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const close = (id: number): void => update(toasts.filter((toast) => toast.id !== id))

/** Says in the corner what was done or went wrong. It goes by itself unless it is an error. */
export function showToast(toast: Toast): void {
  const id = nextId++
  update([...toasts, { ...toast, id }].slice(-MAX_SHOWN))
  if (toast.isError !== true) setTimeout(() => close(id), SHOWN_MS)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear. It is on the page from the beginning, so that screen readers announce what comes into it. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className="toasts" role="region" aria-label={label} aria-live="polite">
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
