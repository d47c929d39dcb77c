import { type ComponentType, useEffect, useState } from 'react'

/** For browsers that do not say when they are idle. */
const IDLE_AFTER_MS = 1500

function runWhenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, IDLE_AFTER_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(run)
  return () => window.cancelIdleCallback(handle)
}

interface LateOptions {
  isWanted: boolean
  /** Called when it is wanted and cannot be loaded. It is tried again the next time. */
  onFailure: () => void
}

/**
 * Makes the hook of a component that no screen needs at first: it is loaded when nothing else is to do, or when it is wanted.
 * `lazy` would hide even a loaded one for a third of a second, because React shows what was waited for only so long after what
 * it showed instead.
 */
export function createLateComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): (options: LateOptions) => ComponentType<Props> | undefined {
  let loaded: ComponentType<Props> | undefined
  return ({ isWanted, onFailure }) => {
    const [Component, setComponent] = useState(() => loaded)
    useEffect(() => {
      if (Component) return undefined
      let isMounted = true
      const begin = async (): Promise<void> => {
        try {
          const result = (loaded ??= await load())
          if (isMounted) setComponent(() => result)
        } catch {
          if (isMounted && isWanted) onFailure()
        }
      }
      const stop = isWanted ? void begin() : runWhenIdle(() => void begin())
      return () => {
        isMounted = false
        stop?.()
      }
      // What is done about a failure is asked for when there is one.
      // eslint-disable-next-line react-hooks/exhaustive-deps
    }, [Component, isWanted])
    return Component
  }
}
