import type { PageSaver } from './page-saver.ts'

/** The pages that are being written in this window. */
const openPages = new Set<PageSaver>()

export function registerOpenPage(saver: PageSaver): () => void {
  openPages.add(saver)
  return () => openPages.delete(saver)
}

/** Saves everything that is not saved yet. False if something could not be. */
export async function saveOpenPages(): Promise<boolean> {
  const results = await Promise.all(Array.from(openPages, (saver) => saver.flush()))
  return results.every(Boolean)
}
