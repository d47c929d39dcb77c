import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ContentDialogState } from './content-dialog-state.ts'

const ContentDialogs = lazy(async () => ({ default: (await import('./content-dialogs.tsx')).ContentDialogs }))

interface ContentDialogControl {
  open: (state: ContentDialogState) => void
  /** Must be somewhere on the page. */
  element: ReactNode
}

/** Opens one of the dialogs about collections and spaces. */
export function useContentDialog(organizationId: string): ContentDialogControl {
  const [state, setState] = useState<ContentDialogState>()
  return {
    open: setState,
    element: state && (
      <Suspense>
        <ContentDialogs organizationId={organizationId} state={state} onClose={() => setState(undefined)} />
      </Suspense>
    ),
  }
}
