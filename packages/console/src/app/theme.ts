import { useState } from 'react'

export type Theme = 'system' | 'light' | 'dark'

/** `theme.ts` reads it before the first frame. */
const KEY = 'verso-theme'

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
}

/** The theme that was chosen in this browser. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setShown] = useState(readTheme)
  return [
    theme,
    (next) => {
      setTheme(next)
      setShown(next)
    },
  ]
}
