import { lazy, Suspense, useEffect } from 'react'
import { useGo } from '../../app/navigation.ts'
import { handleShortcutKey, useShortcuts } from '../../app/shortcuts.ts'
import { useWords } from '../../locales/index.ts'
import { closeOpened, setOpened, useOpened } from './palette-state.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
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
    // The palette opens at once when it is asked for, so it is loaded as soon as nothing else is.
    const timer = setTimeout(() => void loadPalette(), 1500)
    return () => {
      window.removeEventListener('keydown', handleShortcutKey)
      clearTimeout(timer)
    }
  }, [])
  return (
    <Suspense fallback={null}>
      {opened === 'palette' && (
        <Palette organizationId={organizationId} onClose={() => closeOpened('palette')} />
      )}
      {opened === 'keys' && <KeyList onClose={() => closeOpened('keys')} />}
    </Suspense>
  )
}
