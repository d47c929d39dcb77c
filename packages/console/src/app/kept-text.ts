import { useCallback, useSyncExternalStore } from 'react'
import { useSession } from './session.ts'

/** What was typed in this window and is not sent, by whose it is and where. */
const texts = new Map<string, string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readText(key: string): string {
  const known = texts.get(key)
  if (known !== undefined) return known
  let stored = ''
  try {
    stored = sessionStorage.getItem(key) ?? ''
  } catch {
    // A browser that stores nothing keeps it until the page is loaded again.
  }
  texts.set(key, stored)
  return stored
}

function writeText(key: string, text: string): void {
  texts.set(key, text)
  for (const listener of listeners) listener()
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // As above.
  }
}

interface KeptText {
  text: string
  keep: (text: string) => void
  /** Forgets the text once it is sent, unless somebody has gone on typing meanwhile. */
  forget: (sent: string) => void
}

/** A text that is typed and not sent yet. It is still there when somebody leaves its screen and comes back, or reloads it. */
export function useKeptText(place: string): KeptText {
  const { id } = useSession()
  const key = `verso-typed/${id}/${place}`
  const text = useSyncExternalStore(subscribe, () => readText(key))
  const keep = useCallback((next: string) => writeText(key, next), [key])
  const forget = useCallback(
    (sent: string) => {
      if (readText(key) === sent) writeText(key, '')
    },
    [key],
  )
  return { text, keep, forget }
}
