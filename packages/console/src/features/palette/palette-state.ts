import { useSyncExternalStore } from 'react'

type Opened = 'palette' | 'keys' | undefined

let opened: Opened
const listeners = new Set<() => void>()

/** Opens the palette or the list of keys. */
export function setOpened(next: Opened): void {
  opened = next
  if (next === 'palette' && mounted) {
    // The field is painted and takes keys before anything is rendered for it.
    mounted.show()
    runAfterPaint(notify)
    return
  }
  mounted?.hide()
  if (next === 'palette') collectKeys()
  else takeTypedText()
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** A palette that is on the page, shown or not. */
interface MountedPalette {
  show: () => void
  hide: () => void
}

let mounted: MountedPalette | undefined

/** Says how to show the palette that is on the page now. Returns how to take it back. */
export function registerPalette(palette: MountedPalette): () => void {
  mounted = palette
  return () => {
    if (mounted === palette) mounted = undefined
  }
}

/** Closes one of them. A window that says late that it was closed must not close the one that was opened after it. */
export function closeOpened(which: NonNullable<Opened>): void {
  if (opened === which) setOpened(undefined)
}

let typedText = ''

function setTypedText(text: string): void {
  typedText = text
  notify()
}

/** People type on after Ctrl K. What they type before the palette is loaded and has the focus must not be lost, nor act. */
function collectKeys(): void {
  window.addEventListener('keydown', collectKey, { capture: true })
}

function collectKey(event: KeyboardEvent): void {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (key === 'Escape') closeOpened('palette')
  else if (key === 'Backspace') setTypedText(typedText.slice(0, -1))
  else if (key.length === 1) setTypedText(typedText + key)
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Ends the collecting of keys, and returns what was typed. */
export function takeTypedText(): string {
  window.removeEventListener('keydown', collectKey, { capture: true })
  const text = typedText
  typedText = ''
  return text
}

/** A page that nobody looks at is not painted, but what is asked of it is done. */
const MAX_WAIT_FOR_PAINT_MS = 100

function runAfterPaint(run: () => void): void {
  const timer = setTimeout(run, MAX_WAIT_FOR_PAINT_MS)
  requestAnimationFrame(() => {
    clearTimeout(timer)
    setTimeout(run)
  })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was typed so far while the palette is being loaded. */
export const useTypedText = (): string => useSyncExternalStore(subscribe, () => typedText)

export const useOpened = (): Opened => useSyncExternalStore(subscribe, () => opened)
