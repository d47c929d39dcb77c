import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../../api/index.ts'
import { getSpaceById, type Space } from '../../api/operations.ts'
import { FailedScreen } from '../../app/failures.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

interface SettingsScreenProps {
  title: string
  children: (space: Space) => ReactNode
}

/** The frame of the settings of a space. They are for its admins. */
export function SettingsScreen({ title, children }: SettingsScreenProps) {
  const { settings, common, errors } = useSettingsWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const { data: space, error, refetch } = useQuery(read(getSpaceById, { spaceId }))
  if (error && !space) return <FailedScreen error={error} reset={() => void refetch()} />
  return (
    <Screen
      title={title}
      crumbs={[{ label: settings.title }]}
      {...(space?.permissions.admin === true && { tabs: <SettingsTabs spaceId={spaceId} /> })}
    >
      <h1 className="sr">{title}</h1>
      {!space ? (
        <SkeletonRows label={common.loading} />
      ) : space.permissions.admin ? (
        children(space)
      ) : (
        <p className="soft">{errors.notAllowed}</p>
      )}
    </Screen>
  )
}
