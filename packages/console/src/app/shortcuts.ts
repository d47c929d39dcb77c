import { useEffect, useRef } from 'react'

/** A key that does something, wherever on a screen one is. `?` and the palette show the same rows. */
export interface Shortcut {
  /** Keys to press together (`Ctrl K`) or one after another (`g h`). */
  keys: string
  label: string
  run: () => void
}

/** How long the second key of a pair may take. */
const SEQUENCE_PAUSE_MS = 1200

const active = new Set<Shortcut>()

/** The shortcuts of what is on the page now. */
export const listShortcuts = (): Shortcut[] => [...active]

/** Adds shortcuts as long as the component is on the page. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const identity = shortcuts.map(({ keys, label }) => `${keys} ${label}`).join('\n')
  useEffect(() => {
    // The functions may change with every render: what is registered asks for the latest.
    const rows = latest.current.map(({ keys, label }, index) => ({
      keys,
      label,
      run: () => latest.current[index]?.run(),
    }))
    for (const row of rows) active.add(row)
    return () => {
      for (const row of rows) active.delete(row)
    }
  }, [identity])
}

/** Whether letters mean something there. A box that is ticked takes none, so its keys go on. */
const isField = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    ['TEXTAREA', 'SELECT'].includes(target.tagName) ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox'))

/** What is over the screen. The palette is on the page before it is shown. */
const overlay = 'dialog[open], :is([role=dialog], [role=menu]):not(dialog *)'

let pending = { key: '', at: 0 }

/** A key that types nothing, so that it can act anywhere. */
const functionKey = /^F\d+$/

/** Finds the shortcut of a key. Single keys that type something never act in a field, or under a dialog or a menu. */
export function handleShortcutKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const isCombined = event.ctrlKey || event.metaKey
  const canActAnywhere = isCombined || functionKey.test(event.key)
  // The first of the path is the field itself, also where it is in a shadow tree, as the editor of Markdown is.
  if (!canActAnywhere && (isField(event.composedPath()[0]) || document.querySelector(overlay))) return
  if (event.altKey) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const keys = [
    ...(isCombined ? ['Ctrl'] : []),
    // Of a single key the sign says it: "?" is typed with Shift on some keyboards, and without on others.
    ...(event.shiftKey && (isCombined || key.length > 1) ? ['Shift'] : []),
    isCombined && key.length === 1 ? key.toUpperCase() : key,
  ].join(' ')
  const sequence = Date.now() - pending.at < SEQUENCE_PAUSE_MS ? `${pending.key} ${keys}` : undefined
  const rows = listShortcuts()
  const shortcut = rows.find((row) => row.keys === sequence) ?? rows.find((row) => row.keys === keys)
  pending = { key: keys, at: isCombined ? 0 : Date.now() }
  if (!shortcut) return
  event.preventDefault()
  pending = { key: '', at: 0 }
  shortcut.run()
}
