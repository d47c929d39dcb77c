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
import { describeError, LoadFailure } from '../../../app/load-failure.tsx'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { type SiteWords, useSiteWords } from '../../../locales/features/sites.ts'
import { useFormats } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, Switch } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { clock, copy, plus, trashCan } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useSiteParams } from '../use-site.ts'

const stale = { stale: [listSiteShareLinks] }

const endChoices = ['never', '1', '7', '30', '90'] as const
type EndChoice = (typeof endChoices)[number]

const DAY_MS = 86_400_000

/** When a link ends that is made now. */
const findEnd = (days: EndChoice): string | null =>
  days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()

const nameEnd = (days: EndChoice, words: SiteWords['siteAudience']): string =>
  days === 'never' ? words.endsNever : words.endsIn(Number(days))

/** Links that open the site for whoever has them, each with a name to know it by. */
export function ShareLinks() {
  const words = useSiteWords()
  const { siteAudience, common } = words
  const params = useSiteParams()
  const links = useInfiniteQuery(readList(listSiteShareLinks, params))
  const [name, setName] = useState('')
  const [days, setDays] = useState<EndChoice>('never')
  const create = useWrite(
    (title: string) =>
      call(createSiteShareLink, { ...params, body: { name: title, expiresAt: findEnd(days) } }),
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
        <Select
          label={siteAudience.ends}
          choices={endChoices.map((value) => ({ value, label: nameEnd(value, siteAudience) }))}
          value={days}
          onChange={setDays}
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
  const { siteAudience, common } = useSiteWords()
  const { dateTime } = useFormats()
  const params = useSiteParams()
  const fail = useFailureToast()
  const target = { ...params, shareLinkId: link.id }
  const update = useWrite(
    (body: { active: boolean } | { expiresAt: string | null }) =>
      call(updateSiteShareLinkById, { ...target, body }),
    stale,
  )
  const remove = useWrite(() => call(deleteSiteShareLinkById, target), stale)
  const copyAddress = async (): Promise<void> => {
    await navigator.clipboard.writeText(link.urls.published)
    showToast({ message: common.copied })
  }
  return (
    <li className="share-link">
      <span className="grow share-link-name">
        <strong className="cut">{link.name}</strong>
        {link.expiresAt !== undefined && (
          <small className="soft">
            {new Date(link.expiresAt).getTime() > Date.now()
              ? siteAudience.endsAt(dateTime(link.expiresAt))
              : siteAudience.endedAt(dateTime(link.expiresAt))}
          </small>
        )}
      </span>
      <Switch
        label={<span className="sr">{siteAudience.isActive(link.name)}</span>}
        isChecked={link.active}
        onChange={(active) => update.mutate({ active }, { onError: fail })}
      />
      <Button
        look="quiet"
        isIconOnly
        icon={copy}
        label={siteAudience.copyLink(link.name)}
        onPress={() => void copyAddress()}
      />
      <Menu
        label={siteAudience.changeEnd(link.name)}
        placement="bottom end"
        items={endChoices.map((days) => ({
          id: days,
          label: nameEnd(days, siteAudience),
          onAction: () => update.mutate({ expiresAt: findEnd(days) }, { onError: fail }),
        }))}
      >
        <Button look="quiet" isIconOnly icon={clock} label={siteAudience.changeEnd(link.name)} />
      </Menu>
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
