import type { ReactNode } from 'react'
import { useSettingsWords } from '../locales/features/settings.ts'
import { Button } from '../ui/button.tsx'
import { trashCan } from '../ui/icon-paths.ts'

interface DangerSectionProps {
  /** What is lost, and for whom. */
  text: string
  action: string
  onPress: () => void
  /** The dialog that asks first, where there is one. */
  children?: ReactNode
}

/** The last part of the settings of something: its end. */
export function DangerSection({ text, action, onPress, children }: DangerSectionProps) {
  const { settings } = useSettingsWords()
  return (
    <section aria-labelledby="danger">
      <div className="section-head">
        <h2 id="danger">{settings.danger}</h2>
      </div>
      <div className="form">
        <p className="soft">{text}</p>
        <div className="actions">
          <Button look="danger" icon={trashCan} label={action} onPress={onPress} />
        </div>
      </div>
      {children}
    </section>
  )
}
