import { type LiveUpdate, streamLiveUpdates } from './operations.ts'

interface LivePagePosition {
  spaceId: string
  changeRequestId: string
  pageId: string
  session: string
  /** The last version that is known. */
  since: number
}

interface LivePageFollower {
  onUpdate: (update: LiveUpdate) => void
  /** The stream broke or was refused, and is closed. */
  onBroken: () => void
}

/** Follows what others write on a page until the returned function is called, or the stream breaks. */
export function followLivePage(
  { session, since, ...address }: LivePagePosition,
  { onUpdate, onBroken }: LivePageFollower,
): () => void {
  const path = streamLiveUpdates.path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof address) =>
    encodeURIComponent(address[name]),
  )
  const query = new URLSearchParams({ session, since: String(since) })
  const source = new EventSource(`/v1${path}?${query}`)
  let hasEnded = false
  const close = (): void => {
    hasEnded = true
    source.close()
  }
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    // The server holds its messages to the schema that the type was made from.
    onUpdate(JSON.parse(data) as LiveUpdate)
  })
  // The browser would connect again with the version that was known at first.
  source.addEventListener('error', () => {
    if (hasEnded) return
    close()
    onBroken()
  })
  return close
}
