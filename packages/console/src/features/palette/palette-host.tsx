import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useGo } from '../../app/navigation.ts'
import { handleShortcutKey, useShortcuts } from '../../app/shortcuts.ts'
import { useWords } from '../../locales/index.ts'
import type { PaletteProps } from './palette.tsx'
import { PaletteFrame } from './palette-frame.tsx'
import { closeOpened, setOpened, useOpened } from './palette-state.ts'

const closePalette = (): void => closeOpened('palette')

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }))

/** Listens for keys, and shows the palette and the list of keys over any screen. */
export function PaletteHost({ organizationId }: { organizationId: string | undefined }) {
  const { palette, shell } = useWords()
  const opened = useOpened()
  const go = useGo()
  useShortcuts([
    { keys: 'Ctrl K', label: palette.open, run: () => setOpened('palette') },
    { keys: '?', label: shell.keyboardShortcuts, run: () => setOpened('keys') },
    ...(organizationId === undefined
      ? []
      : [
          {
            keys: 'g h',
            label: shell.home,
            run: () => go({ to: '/orgs/$organizationId', params: { organizationId } }),
          },
          {
            keys: 'g i',
            label: shell.sites,
            run: () => go({ to: '/orgs/$organizationId/sites', params: { organizationId } }),
          },
        ]),
  ])
  useEffect(() => {
    window.addEventListener('keydown', handleShortcutKey)
    return () => window.removeEventListener('keydown', handleShortcutKey)
  }, [])
  const Palette = useLoadedPalette(opened === 'palette')
  return (
    <>
      {Palette ? (
        <Palette organizationId={organizationId} isOpen={opened === 'palette'} onClose={closePalette} />
      ) : (
        opened === 'palette' && <PaletteFrame onClose={closePalette} />
      )}
      <Suspense fallback={null}>
        {opened === 'keys' && <KeyList onClose={() => closeOpened('keys')} />}
      </Suspense>
    </>
  )
}

let loadedPalette: ComponentType<PaletteProps> | undefined

const loadPalette = async (): Promise<ComponentType<PaletteProps>> =>
  (loadedPalette ??= (await import('./palette.tsx')).Palette)

/**
 * The palette, once it is loaded: when nothing else is to do, or when it is wanted. `lazy` would hide even a loaded one for a
 * third of a second, because React shows what was waited for only so long after what it showed instead.
 */
function useLoadedPalette(isWanted: boolean): ComponentType<PaletteProps> | undefined {
  const [Palette, setPalette] = useState(() => loadedPalette)
  useEffect(() => {
    if (Palette) return undefined
    const load = (): void => {
      // A failure shows when the palette is asked for again.
      loadPalette().then((loaded) => setPalette(() => loaded), closePalette)
    }
    if (isWanted) {
      load()
      return undefined
    }
    return runWhenIdle(load)
  }, [Palette, isWanted])
  return Palette
}

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
