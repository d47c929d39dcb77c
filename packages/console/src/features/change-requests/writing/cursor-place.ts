import type { RefObject } from 'react'

/** Where the cursor was when the editor was changed for the other one: a line of the page's whole Markdown. */
export type CursorPlace = RefObject<number | undefined>

/** Whether an editor that takes the place of another should take the focus too. Whoever uses the keyboard keeps theirs. */
export const shouldTakeFocus = (): boolean => document.activeElement?.matches(':focus-visible') !== true
