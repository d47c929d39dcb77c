import { lazy, Suspense, useEffect } from 'react'
import { useGo } from '../../app/navigation.ts'
import { handleShortcutKey, useShortcuts } from '../../app/shortcuts.ts'
import { useWords } from '../../locales/index.ts'
import { createLateComponent } from '../../ui/late-component.ts'
import { focusNewestToast } from '../../ui/toast.tsx'
import type { PaletteProps } from './palette.tsx'
import { PaletteFrame } from './palette-frame.tsx'
import { closeOpened, setOpened, useOpened } from './palette-state.ts'

const closePalette = (): void => closeOpened('palette')

const usePalette = createLateComponent<PaletteProps>(async () => (await import('./palette.tsx')).Palette)

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }))

/** Listens for keys, and shows the palette and the list of keys over any screen. */
export function PaletteHost({ organizationId }: { organizationId: string | undefined }) {
  const { palette, shell } = useWords()
  const opened = useOpened()
  const go = useGo()
  useShortcuts([
    { keys: 'Ctrl K', label: palette.open, run: () => setOpened('palette') },
    { keys: '?', label: shell.keyboardShortcuts, run: () => setOpened('keys') },
    { keys: 'F8', label: shell.lastMessage, run: focusNewestToast },
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
  // A failure shows when the palette is asked for again.
  const Palette = usePalette({ isWanted: opened === 'palette', onFailure: closePalette })
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
