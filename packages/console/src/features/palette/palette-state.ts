import { useSyncExternalStore } from 'react'

type Opened = 'palette' | 'keys' | undefined

let opened: Opened
const listeners = new Set<() => void>()

/** Opens the palette or the list of keys. */
export function setOpened(next: Opened): void {
  opened = next
  for (const listener of listeners) listener()
}

/** Closes one of them. A window that says late that it was closed must not close the one that was opened after it. */
export function closeOpened(which: NonNullable<Opened>): void {
  if (opened === which) setOpened(undefined)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOpened = (): Opened => useSyncExternalStore(subscribe, () => opened)
