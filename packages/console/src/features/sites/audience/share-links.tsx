import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, readList, useWrite } from '../../../api/index.ts'
import {
  createSiteShareLink,
  deleteSiteShareLinkById,
  listSiteShareLinks,
  type ShareLink,
  updateSiteShareLinkById,
} from '../../../api/operations.ts'
import { describeError, LoadFailure } from '../../../app/failures.tsx'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { copy, plus, trashCan } from '../../../ui/icon-paths.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useSiteParams } from '../use-site.ts'

const stale = { stale: [listSiteShareLinks] }

/** Links that open the site for whoever has them, each with a name to know it by. */
export function ShareLinks() {
  const words = useWords()
  const { siteAudience, common } = words
  const params = useSiteParams()
  const links = useInfiniteQuery(readList(listSiteShareLinks, params))
  const [name, setName] = useState('')
  const create = useWrite(
    (title: string) => call(createSiteShareLink, { ...params, body: { name: title } }),
    {
      ...stale,
      onSuccess: () => setName(''),
    },
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') create.mutate(name.trim())
  }
  return (
    <section aria-labelledby="share-links">
      <div className="section-head">
        <h2 id="share-links">{siteAudience.shareLinks}</h2>
      </div>
      <p className="soft">{siteAudience.shareLinksText}</p>
      {links.error ? (
        <LoadFailure error={links.error} onRetry={() => void links.refetch()} />
      ) : links.data ? (
        <ul className="list">
          {links.data.map((link) => (
            <ShareLinkItem key={link.id} link={link} />
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={2} label={common.loading} />
      )}
      <form className="inline-form" onSubmit={submit} noValidate>
        <TextField
          className="grow"
          label={siteAudience.linkName}
          value={name}
          onChange={setName}
          placeholder={siteAudience.linkNamePlaceholder}
          error={create.error ? describeError(create.error, words) : undefined}
        />
        <Button
          type="submit"
          icon={plus}
          label={siteAudience.createLink}
          isBusy={create.isPending}
          isDisabled={name.trim() === ''}
        />
      </form>
    </section>
  )
}

function ShareLinkItem({ link }: { link: ShareLink }) {
  const { siteAudience, common } = useWords()
  const params = useSiteParams()
  const fail = useFailureToast()
  const target = { ...params, shareLinkId: link.id }
  const update = useWrite(
    (active: boolean) => call(updateSiteShareLinkById, { ...target, body: { active } }),
    stale,
  )
  const remove = useWrite(() => call(deleteSiteShareLinkById, target), stale)
  const copyAddress = async (): Promise<void> => {
    await navigator.clipboard.writeText(link.urls.published)
    showToast({ message: common.copied })
  }
  return (
    <li className="share-link">
      <strong className="grow cut">{link.name}</strong>
      <Switch
        label={<span className="sr">{siteAudience.isActive(link.name)}</span>}
        isChecked={link.active}
        onChange={(active) => update.mutate(active, { onError: fail })}
      />
      <Button
        look="quiet"
        isIconOnly
        icon={copy}
        label={siteAudience.copyLink(link.name)}
        onPress={() => void copyAddress()}
      />
      <Button
        look="quiet"
        isIconOnly
        icon={trashCan}
        label={siteAudience.deleteLink(link.name)}
        onPress={() => remove.mutate(undefined, { onError: fail })}
      />
    </li>
  )
}
