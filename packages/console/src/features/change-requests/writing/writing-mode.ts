import { useState } from 'react'

/** How the text of a page is written: as it looks, or as its Markdown. */
export type WritingMode = 'page' | 'markdown'

const KEY = 'verso-writing-mode'

function readMode(): WritingMode {
  try {
    return localStorage.getItem(KEY) === 'markdown' ? 'markdown' : 'page'
  } catch {
    return 'page'
  }
}

/** The mode that was chosen last in this browser. */
export function useWritingMode(): [WritingMode, (mode: WritingMode) => void] {
  const [mode, setMode] = useState(readMode)
  const choose = (next: WritingMode): void => {
    setMode(next)
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // A browser that stores nothing begins with the page again.
    }
  }
  return [mode, choose]
}
