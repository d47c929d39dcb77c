import { listShortcuts } from '../../app/shortcuts.ts'
import { useWords } from '../../locales/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Keys } from '../../ui/keys.tsx'
import './palette.css'

/** All keys that work on this screen. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const { shell, palette, common } = useWords()
  const rows = [
    ...listShortcuts(),
    { keys: '↑ ↓', label: palette.walkTree },
    { keys: '→ ←', label: palette.openRow },
    { keys: 'Alt ↑ ↓', label: palette.moveRow },
    { keys: 'F2', label: common.rename },
    { keys: 'Esc', label: palette.closeAny },
  ]
  return (
    <Dialog title={shell.keyboardShortcuts} isOpen onClose={onClose}>
      <dl className="key-list">
        {rows.map(({ keys, label }) => (
          <div key={`${keys} ${label}`}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
