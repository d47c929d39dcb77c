import type { Space } from '../../api/operations.ts'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { EveryoneSection, GrantsSection, type GrantTarget } from '../access/index.ts'
import { SettingsScreen } from './settings-screen.tsx'

/** Who can see a space, and the roles that were given on it. */
export function SpacePeopleScreen() {
  const { settings } = useSettingsWords()
  return <SettingsScreen title={settings.people}>{(space) => <People space={space} />}</SettingsScreen>
}

function People({ space }: { space: Space }) {
  const { settings } = useSettingsWords()
  const target: GrantTarget = { kind: 'space', spaceId: space.id, organizationId: space.organization }
  return (
    <div className="stack">
      <GrantsSection target={target} text={settings.givenText} noneText={settings.noneGiven} />
      <EveryoneSection target={target} title={settings.access} />
    </div>
  )
}
