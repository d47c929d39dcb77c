import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, readList, useWrite } from '../../../api/index.ts'
import {
  createPreviewLink,
  deletePreviewLink,
  listPreviewLinks,
  listSites,
  type PreviewLink,
} from '../../../api/operations.ts'
import { describeError, LoadFailure } from '../../../app/load-failure.tsx'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { usePreviewWords } from '../../../locales/features/previews.ts'
import { useFormats } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { copy, trashCan } from '../../../ui/icon-paths.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { ChangeRequestIds } from '../use-change-request.ts'

const dayChoices = ['1', '7', '30'] as const
type DayChoice = (typeof dayChoices)[number]

interface PreviewDialogProps {
  ids: ChangeRequestIds
  organizationId: string
  onClose: () => void
}

/** Links that show the change request as a published site would, to people without an account. */
export function PreviewDialog({ ids, organizationId, onClose }: PreviewDialogProps) {
  const { previews, common } = usePreviewWords()
  const links = useInfiniteQuery(readList(listPreviewLinks, ids))
  return (
    <Dialog title={previews.title} isOpen onClose={onClose}>
      <p>{previews.explanation}</p>
      {links.error ? (
        <LoadFailure error={links.error} onRetry={() => void links.refetch()} />
      ) : links.data ? (
        <ul className="list preview-links">
          {links.data.map((link) => (
            <PreviewLinkItem key={link.id} ids={ids} link={link} />
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={1} label={common.loading} />
      )}
      <NewLink ids={ids} organizationId={organizationId} onClose={onClose} />
    </Dialog>
  )
}

/** Copies a link and says so. */
function useCopyLink(): (url: string) => void {
  const { previews } = usePreviewWords()
  return (url) => void navigator.clipboard.writeText(url).then(() => showToast({ message: previews.copied }))
}

function NewLink({ ids, organizationId, onClose }: PreviewDialogProps) {
  const words = usePreviewWords()
  const { previews, common } = words
  const sites = useInfiniteQuery(readList(listSites, { organizationId, query: { space: ids.spaceId } }))
  const [chosenSite, setChosenSite] = useState<string>()
  const [days, setDays] = useState<DayChoice>('7')
  const copyLink = useCopyLink()
  const create = useWrite(
    (site: string) => call(createPreviewLink, { ...ids, body: { site, days: Number(days) } }),
    { stale: [listPreviewLinks], onSuccess: ({ url }) => copyLink(url) },
  )
  const site = chosenSite ?? sites.data?.[0]?.id
  const error = create.error ?? sites.error
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (site !== undefined && !create.isPending) create.mutate(site)
      }}
    >
      {sites.data?.length === 0 ? (
        <p>{previews.noSite}</p>
      ) : (
        <div className="inline-form">
          <Select
            label={previews.site}
            choices={(sites.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
            value={site ?? ''}
            onChange={setChosenSite}
          />
          <Select
            label={previews.ends}
            choices={dayChoices.map((value) => ({ value, label: previews.inDays(Number(value)) }))}
            value={days}
            onChange={setDays}
          />
        </div>
      )}
      {error && (
        <p role="alert" className="form-error">
          {describeError(error, words)}
        </p>
      )}
      <div className="dialog-actions">
        <Button look="quiet" label={common.close} onPress={onClose} />
        {sites.data?.length !== 0 && (
          <Button
            type="submit"
            look="primary"
            label={previews.create}
            isBusy={create.isPending}
            isDisabled={site === undefined}
          />
        )}
      </div>
    </form>
  )
}

function PreviewLinkItem({ ids, link }: { ids: ChangeRequestIds; link: PreviewLink }) {
  const { previews } = usePreviewWords()
  const { dateTime } = useFormats()
  const fail = useFailureToast()
  const copyLink = useCopyLink()
  const end = useWrite(() => call(deletePreviewLink, { ...ids, previewLinkId: link.id }), {
    stale: [listPreviewLinks],
  })
  const name = `${link.site.title}, ${previews.endsAt(dateTime(link.expiresAt))}`
  return (
    <li className="preview-link">
      <a className="grow cut" href={link.url} target="_blank" rel="noreferrer">
        {link.site.title}
      </a>
      <small className="soft">{previews.endsAt(dateTime(link.expiresAt))}</small>
      <Button
        look="quiet"
        isIconOnly
        icon={copy}
        label={previews.copyLink(name)}
        onPress={() => copyLink(link.url)}
      />
      <Button
        look="quiet"
        isIconOnly
        icon={trashCan}
        label={previews.endLink(name)}
        isBusy={end.isPending}
        onPress={() => end.mutate(undefined, { onError: fail })}
      />
    </li>
  )
}
