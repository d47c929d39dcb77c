import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, readList, useWrite } from '../../api/index.ts'
import {
  deleteOrganizationInviteById,
  listOrganizationInviteLinks,
  type OrganizationInviteLink,
} from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useFormats } from '../../locales/index.ts'
import { useMemberWords } from '../../locales/features/members.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { copy, link as linkIcon, plus } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { InviteLinkDialog } from './invite-link-dialog.tsx'
import { describeRole } from './role-select.tsx'

/** The links with which anybody can join. */
export function InviteLinks({ organizationId }: { organizationId: string }) {
  const { members, common } = useMemberWords()
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
      <LoadMore list={list} />
      {isCreating && <InviteLinkDialog organizationId={organizationId} onClose={() => setCreating(false)} />}
    </section>
  )
}

interface InviteLinkProps {
  organizationId: string
  link: OrganizationInviteLink
}

function InviteLink({ organizationId, link }: InviteLinkProps) {
  const words = useMemberWords()
  const { members } = words
  const showFailure = useFailureToast()
  const disable = useWrite(() => call(deleteOrganizationInviteById, { organizationId, inviteId: link.id }), {
    stale: [listOrganizationInviteLinks],
  })
  const [isChanging, setChanging] = useState(false)
  const facts = useLinkFacts(link)
  const target = link.space ?? link.collection
  const role = describeRole(target ? link.level : link.role, words)
  const copyAddress = async (): Promise<void> => {
    await navigator.clipboard.writeText(link.urls.join)
    showToast({ message: members.linkCopied })
  }
  return (
    <li className="item">
      <Icon of={linkIcon} />
      <span className="grow">
        <span className="title cut">{members.joinsAs(role)}</span>
        <span className="meta">{[...(target ? [target.title] : []), ...facts].join(' · ')}</span>
      </span>
      <Button icon={copy} label={members.copyLink} onPress={() => void copyAddress().catch(showFailure)} />
      <Button
        label={members.changeLink}
        aria-label={members.changeLinkFor(role)}
        onPress={() => setChanging(true)}
      />
      {isChanging && (
        <InviteLinkDialog organizationId={organizationId} link={link} onClose={() => setChanging(false)} />
      )}
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

/** The limits of a link, and what is left of them. */
function useLinkFacts({ uses, maxUses, expiresAt, emailDomains }: OrganizationInviteLink): string[] {
  const { members } = useMemberWords()
  const { relativeTime, list } = useFormats()
  const hasEnded =
    (maxUses !== undefined && uses >= maxUses) ||
    (expiresAt !== undefined && Date.parse(expiresAt) < Date.now())
  return [
    ...(hasEnded ? [members.linkEnded] : []),
    maxUses === undefined ? members.usesCount(uses) : members.usesOf(uses, maxUses),
    ...(expiresAt === undefined || hasEnded ? [] : [members.ends(relativeTime(expiresAt))]),
    ...(emailDomains.length === 0 ? [] : [members.onlyDomains(list(emailDomains))]),
  ]
}
