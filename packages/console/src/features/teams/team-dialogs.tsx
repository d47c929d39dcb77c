import { useState } from 'react'
import type { OrganizationTeam } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useLeave } from '../../app/navigation.ts'
import { useMemberWords } from '../../locales/features/members.ts'
import { ConfirmDialog, FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useTeamWrites } from './use-team-writes.ts'

interface TeamDialogProps {
  organizationId: string
  team: OrganizationTeam
  onClose: () => void
}

export function RenameTeamDialog({ organizationId, team, onClose }: TeamDialogProps) {
  const words = useMemberWords()
  const { members, common } = words
  const { rename } = useTeamWrites(organizationId, team.id)
  const [title, setTitle] = useState(team.title)
  return (
    <FormDialog
      title={members.renameTeam}
      isOpen
      onClose={onClose}
      action={common.rename}
      cancel={common.cancel}
      onSubmit={() => rename.mutate(title.trim(), { onSuccess: onClose })}
      isBusy={rename.isPending}
      isDisabled={title.trim() === ''}
      error={rename.error ? describeError(rename.error, words) : undefined}
    >
      <TextField label={members.name} value={title} onChange={setTitle} autoFocus autoComplete="off" />
    </FormDialog>
  )
}

export function DeleteTeamDialog({ organizationId, team, onClose }: TeamDialogProps) {
  const words = useMemberWords()
  const { members, common } = words
  const leave = useLeave()
  const { remove } = useTeamWrites(organizationId, team.id)
  return (
    <ConfirmDialog
      title={members.deleteTeamTitle(team.title)}
      explanation={members.deleteTeamText}
      name={team.title}
      nameLabel={common.typeToConfirm(team.title)}
      isOpen
      onClose={onClose}
      action={members.deleteTeam}
      cancel={common.cancel}
      onSubmit={() =>
        remove.mutate(async () => {
          showToast({ message: members.teamDeleted(team.title) })
          await leave({ to: '/orgs/$organizationId/teams', params: { organizationId } })
        })
      }
      isBusy={remove.isPending}
      error={remove.error ? describeError(remove.error, words) : undefined}
    />
  )
}
