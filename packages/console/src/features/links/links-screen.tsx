import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../../api/index.ts'
import { type ContentLocation, type ContentReferenceUsage, listSpaceLinks } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { useLinkWords } from '../../locales/features/links.ts'
import { State } from '../../ui/badges.tsx'
import { Segmented } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { link as linkIcon, linkSlash } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import './links.css'

/** Where the links of a space lead, and those that lead nowhere. */
export function LinksScreen() {
  const { links, common } = useLinkWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const [shown, setShown] = useState<'broken' | 'all'>('broken')
  const list = useInfiniteQuery(
    readList(listSpaceLinks, {
      spaceId,
      query: { ...(shown === 'broken' && { status: 'broken' as const }) },
    }),
  )
  return (
    <Screen title={links.title} crumbs={[useSpaceCrumb(spaceId)]}>
      <h1 className="sr">{links.title}</h1>
      <div className="toolbar">
        <Segmented
          label={links.which}
          choices={[
            { value: 'broken', label: links.broken },
            { value: 'all', label: links.all },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        shown === 'broken' ? (
          <Empty title={links.noBroken}>{links.noBrokenText}</Empty>
        ) : (
          <Empty title={links.none}>{links.noneText}</Empty>
        )
      ) : (
        <ul className="list">
          {list.data.map((usage, index) => (
            <LinkItem key={index} spaceId={spaceId} usage={usage} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </Screen>
  )
}

/** The name of what a link leads to, as far as it has one. */
const findName = (target: ContentLocation | undefined): string | undefined =>
  target?.url ??
  target?.page?.title ??
  target?.file?.name ??
  target?.reusableContent?.title ??
  target?.openAPISpec?.slug ??
  target?.user?.displayName ??
  target?.collection?.title ??
  target?.space?.title

interface LinkItemProps {
  spaceId: string
  usage: ContentReferenceUsage
}

function LinkItem({
  spaceId,
  usage: { status, targetReference, locationReferences, locations },
}: LinkItemProps) {
  const { links } = useLinkWords()
  const pages = new Map(
    locationReferences.flatMap(({ page }) => (page ? [[page.id, page.title] as const] : [])),
  )
  const isBroken = status === 'broken'
  return (
    <li className="item plain-item line-item link-item">
      <Icon of={isBroken ? linkSlash : linkIcon} />
      <span className="grow">
        <span className="title cut">{findName(targetReference) ?? links.gone}</span>
        <span className="meta link-pages">
          {links.on}
          {Array.from(pages, ([id, title]) => (
            <Link
              key={id}
              className="link"
              to="/spaces/$spaceId/pages/$pageId"
              params={{ spaceId, pageId: id }}
            >
              {title}
            </Link>
          ))}
          {locations > 1 && <span>{links.places(locations)}</span>}
        </span>
      </span>
      {isBroken && <State label={links.broken} icon={linkSlash} look="danger" />}
    </li>
  )
}
