import { useSyncExternalStore } from 'react'
import type { PageSaver } from './page-saver.ts'

/** The pages that are being written in this window. */
const openPages = new Set<PageSaver>()

const listeners = new Set<() => void>()

const notify = (): void => {
  for (const listener of listeners) listener()
}

export function registerOpenPage(saver: PageSaver): () => void {
  openPages.add(saver)
  const stop = saver.subscribe(notify)
  notify()
  return () => {
    stop()
    openPages.delete(saver)
    notify()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a page has text that is not on the server. It stays in sight when the page cannot be read any more. */
export const useUnsentText = (): boolean => useSyncExternalStore(subscribe, hasUnsentText)

const hasUnsentText = (): boolean =>
  Array.from(openPages).some((saver) => saver.getState().status !== 'saved' || saver.leavesDraft)

/** Saves everything that is not saved yet. False if something could not be. */
export async function saveOpenPages(): Promise<boolean> {
  const results = await Promise.all(Array.from(openPages, (saver) => saver.flush()))
  return results.every(Boolean)
}
