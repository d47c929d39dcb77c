import { lazy } from 'react'

/** The comments on a page that is read. They come after the page, so that nobody who reads waits for them. */
export const PageComments = lazy(async () => ({
  default: (await import('./page-comments/page-comments.tsx')).PageComments,
}))
