import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call, readList, useWrite } from '../../api/index.ts'
import { createOrganizationTeam, listTeamsInOrganizationById } from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useGo } from '../../app/navigation.ts'
import { useOrganization } from '../../app/organization.ts'
import { Screen } from '../../app/screen.tsx'
import { useMemberWords } from '../../locales/features/members.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { plus, users } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { PeopleTabs } from '../members/index.ts'

/** The teams of an organization. */
export function TeamsScreen() {
  const { members, common } = useMemberWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const isAdmin = useOrganization(organizationId)?.permissions.admin === true
  const list = useInfiniteQuery(readList(listTeamsInOrganizationById, { organizationId }))
  const [isCreating, setCreating] = useState(false)
  return (
    <Screen
      title={members.teams}
      tabs={<PeopleTabs organizationId={organizationId} />}
      actions={
        isAdmin && (
          <Button look="primary" icon={plus} label={members.newTeam} onPress={() => setCreating(true)} />
        )
      }
    >
      <h1 className="sr">{members.teams}</h1>
      {isCreating && <CreateTeamDialog organizationId={organizationId} onClose={() => setCreating(false)} />}
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <Empty title={members.noTeamsTitle}>{members.noTeamsText}</Empty>
      ) : (
        <ul className="list">
          {list.data.map(({ id, title, members: memberCount, spaces }) => (
            <li key={id}>
              <Link
                className="item line-item"
                to="/orgs/$organizationId/teams/$teamId"
                params={{ organizationId, teamId: id }}
              >
                <Icon of={users} />
                <span className="grow title cut">{title}</span>
                <span className="soft">
                  {members.memberCount(memberCount)} · {members.spaceCount(spaces)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </Screen>
  )
}

function CreateTeamDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const words = useMemberWords()
  const { members, common } = words
  const go = useGo()
  const [title, setTitle] = useState('')
  const create = useWrite(
    () => call(createOrganizationTeam, { organizationId, body: { title: title.trim() } }),
    { stale: [listTeamsInOrganizationById] },
  )
  return (
    <FormDialog
      title={members.newTeam}
      isOpen
      onClose={onClose}
      action={members.createTeam}
      cancel={common.cancel}
      onSubmit={() =>
        create.mutate(undefined, {
          onSuccess: ({ id }) =>
            go({ to: '/orgs/$organizationId/teams/$teamId', params: { organizationId, teamId: id } }),
        })
      }
      isBusy={create.isPending}
      isDisabled={title.trim() === ''}
      error={create.error ? describeError(create.error, words) : undefined}
    >
      <p>{members.noTeamsText}</p>
      <TextField label={members.name} value={title} onChange={setTitle} autoFocus autoComplete="off" />
    </FormDialog>
  )
}
