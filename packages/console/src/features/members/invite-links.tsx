import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, readList, useWrite } from '../../api/index.ts'
import {
  createOrganizationInvite,
  deleteOrganizationInviteById,
  listOrganizationInviteLinks,
  type MemberRoleOrGuest,
  type OrganizationInviteLink,
} from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/failures.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { copy, link as linkIcon, plus } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { describeRole, RoleSelect } from './role-select.tsx'

/** The links with which anybody can join. */
export function InviteLinks({ organizationId }: { organizationId: string }) {
  const { members, common } = useWords()
  const list = useInfiniteQuery(readList(listOrganizationInviteLinks, { organizationId }))
  const [isCreating, setCreating] = useState(false)
  return (
    <section aria-labelledby="links">
      <div className="section-head">
        <h2 id="links">{members.links}</h2>
        <Button look="quiet" isDense icon={plus} label={members.newLink} onPress={() => setCreating(true)} />
      </div>
      <p className="soft">{members.linksText}</p>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <p className="soft">{members.noLinks}</p>
      ) : (
        <ul className="list">
          {list.data.map((link) => (
            <InviteLink key={link.id} organizationId={organizationId} link={link} />
          ))}
        </ul>
      )}
      {isCreating && <CreateLinkDialog organizationId={organizationId} onClose={() => setCreating(false)} />}
    </section>
  )
}

interface InviteLinkProps {
  organizationId: string
  link: OrganizationInviteLink
}

function InviteLink({ organizationId, link }: InviteLinkProps) {
  const words = useWords()
  const { members } = words
  const showFailure = useFailureToast()
  const disable = useWrite(() => call(deleteOrganizationInviteById, { organizationId, inviteId: link.id }), {
    stale: [listOrganizationInviteLinks],
  })
  const target = link.space ?? link.collection
  const role = describeRole(target ? link.level : link.role, words)
  const copyAddress = async (): Promise<void> => {
    await navigator.clipboard.writeText(`${location.origin}/app/join/${organizationId}/${link.id}`)
    showToast({ message: members.linkCopied })
  }
  return (
    <li className="item">
      <Icon of={linkIcon} />
      <span className="grow">
        <span className="title cut">{members.linkFor(role)}</span>
        {target && <span className="meta">{target.title}</span>}
      </span>
      <Button icon={copy} label={members.copyLink} onPress={() => void copyAddress().catch(showFailure)} />
      <Button
        look="danger"
        label={members.disableLink}
        aria-label={members.disableLinkFor(role)}
        isBusy={disable.isPending}
        onPress={() =>
          disable.mutate(undefined, {
            onSuccess: () => showToast({ message: members.linkDisabled }),
            onError: showFailure,
          })
        }
      />
    </li>
  )
}

function CreateLinkDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const words = useWords()
  const { members, common, roles } = words
  const [role, setRole] = useState<MemberRoleOrGuest>('read')
  const create = useWrite(() => call(createOrganizationInvite, { organizationId, body: { role } }), {
    stale: [listOrganizationInviteLinks],
  })
  return (
    <FormDialog
      title={members.newLink}
      isOpen
      onClose={onClose}
      action={members.createLink}
      cancel={common.cancel}
      onSubmit={() => create.mutate(undefined, { onSuccess: onClose })}
      isBusy={create.isPending}
      error={create.error ? describeError(create.error, words) : undefined}
    >
      <p>{members.linksText}</p>
      <RoleSelect label={roles.role} value={role} onChange={setRole} />
    </FormDialog>
  )
}
