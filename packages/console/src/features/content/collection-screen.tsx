import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { read } from '../../api/index.ts'
import { type Collection, getCollectionById } from '../../api/operations.ts'
import { FailedScreen } from '../../app/failures.tsx'
import { LoadFailure } from '../../app/load-failure.tsx'
import { Screen } from '../../app/screen.tsx'
import { RelativeTime, useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { ellipsis, plus } from '../../ui/icon-paths.ts'
import { Menu } from '../../ui/menu.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { indexTree, listAncestors } from '../../ui/tree/index.ts'
import { OrganizationFrame } from '../organizations/index.ts'
import { listBelow } from './content-cache.ts'
import { ContentTreeView } from './content-tree.tsx'
import { listContentMenu } from './list-content-menu.ts'
import { type ContentNode, useContent } from './use-content.ts'
import { useContentActions } from './use-content-actions.tsx'
import './content.css'

/** What is in one collection. */
export function CollectionScreen() {
  const { common } = useWords()
  const { collectionId } = useParams({ from: '/signed-in/collections/$collectionId' })
  const { data: collection, error, refetch } = useQuery(read(getCollectionById, { collectionId }))
  if (error && !collection) return <FailedScreen error={error} reset={() => void refetch()} />
  if (!collection) {
    return (
      <Screen title={common.loading}>
        <SkeletonRows label={common.loading} />
      </Screen>
    )
  }
  return (
    <OrganizationFrame
      organizationId={collection.organization}
      screen={<CollectionContent key={collection.id} collection={collection} />}
    />
  )
}

function CollectionContent({ collection }: { collection: Collection }) {
  const words = useWords()
  const { common, content } = words
  const organizationId = collection.organization
  const { nodes, isPending, error, refetch } = useContent(organizationId)
  const actions = useContentActions(organizationId, nodes)
  const inside = useMemo(() => listInside(nodes, collection.id), [nodes, collection.id])
  const scrollRef = useRef<HTMLElement>(document.documentElement)
  const node = nodes.find(({ id }) => id === collection.id)
  const ancestors = node ? listAncestors(indexTree(nodes), node.id) : []
  const createButton = (isPrimary: boolean) =>
    collection.permissions.create && (
      <Button
        look={isPrimary ? 'primary' : 'outline'}
        icon={plus}
        label={content.newSpace}
        onPress={() => actions.createSpace(collection.id)}
      />
    )
  const menu = node ? listContentMenu(node, actions, words) : []
  return (
    <Screen
      title={node?.label ?? collection.title}
      crumbs={[
        { label: content.title, link: { to: '/orgs/$organizationId/content', params: { organizationId } } },
        ...ancestors.map(({ id, label }) => ({
          label,
          link: { to: '/collections/$collectionId', params: { collectionId: id } } as const,
        })),
      ]}
      actions={
        <>
          {menu.some((entry) => entry !== false) && (
            <Menu label={common.moreFor(collection.title)} items={menu} placement="bottom end">
              <Button look="quiet" isIconOnly icon={ellipsis} label={common.moreFor(collection.title)} />
            </Menu>
          )}
          {createButton(true)}
        </>
      }
    >
      <h1 className="sr">{collection.title}</h1>
      {error ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : isPending ? (
        <SkeletonRows label={common.loading} />
      ) : inside.length === 0 ? (
        <Empty title={content.emptyCollectionTitle} actions={createButton(false)}>
          {content.emptyCollectionText}
        </Empty>
      ) : (
        <ContentTreeView
          label={collection.title}
          nodes={inside}
          actions={actions}
          scrollRef={scrollRef}
          renderMarks={(each) =>
            each.kind === 'space' && (
              <RelativeTime className="content-when" date={each.item.updatedAt} write={content.changed} />
            )
          }
        />
      )}
      {actions.dialog}
    </Screen>
  )
}

/** Everything below a collection, with what is directly in it at the top. */
function listInside(nodes: readonly ContentNode[], id: string): ContentNode[] {
  const below = listBelow(nodes, id)
  return nodes.filter((node) => node.id !== id && below.has(node.id))
}
