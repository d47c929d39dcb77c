import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

/** `theme.ts` reads it before the first frame. */
const KEY = 'verso-theme'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // A browser that stores nothing forgets the choice with the page.
  }
  for (const listener of listeners) listener()
}

/** The theme that is chosen, wherever it was. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme)
