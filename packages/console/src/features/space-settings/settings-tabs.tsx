import { Link } from '@tanstack/react-router'
import { useSettingsWords } from '../../locales/features/settings.ts'

/** The screens of the settings of a space. */
export function SettingsTabs({ spaceId }: { spaceId: string }) {
  const { settings } = useSettingsWords()
  const params = { spaceId }
  return (
    <nav className="tabs-row" aria-label={settings.title}>
      <Link className="tab" to="/spaces/$spaceId/settings" params={params} activeOptions={{ exact: true }}>
        {settings.general}
      </Link>
      <Link className="tab" to="/spaces/$spaceId/settings/people" params={params}>
        {settings.people}
      </Link>
      <Link className="tab" to="/spaces/$spaceId/settings/git" params={params}>
        {settings.git}
      </Link>
    </nav>
  )
}
