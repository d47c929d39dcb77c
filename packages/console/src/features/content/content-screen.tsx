import { useParams } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { Screen } from '../../app/screen.tsx'
import { RelativeTime, useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/field.tsx'
import { folder, plus } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { ContentTabs } from './content-tabs.tsx'
import { ContentTreeView } from './content-tree.tsx'
import { filterNodes } from './filter-nodes.ts'
import { useContent } from './use-content.ts'
import { useContentActions } from './use-content-actions.tsx'
import './content.css'

/** All collections and spaces of an organization. */
export function ContentScreen() {
  const { content, common, home } = useWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const { nodes, isPending, error, refetch } = useContent(organizationId)
  const actions = useContentActions(organizationId, nodes)
  const [filter, setFilter] = useState('')
  const deferredFilter = useDeferredValue(filter)
  const shown = useMemo(() => filterNodes(nodes, deferredFilter), [nodes, deferredFilter])
  // The page itself scrolls.
  const scrollRef = useRef<HTMLElement>(document.documentElement)
  return (
    <Screen
      title={content.title}
      tabs={<ContentTabs organizationId={organizationId} />}
      actions={
        actions.canCreate && (
          <>
            <Button
              className="only-wide"
              icon={folder}
              label={content.newCollection}
              onPress={() => actions.createCollection()}
            />
            <Button
              look="primary"
              icon={plus}
              label={content.newSpace}
              onPress={() => actions.createSpace()}
            />
          </>
        )
      }
    >
      <h1 className="sr">{content.title}</h1>
      {error ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : isPending ? (
        <SkeletonRows label={common.loading} />
      ) : nodes.length === 0 ? (
        <Empty title={home.noSpacesTitle}>{home.noSpacesText}</Empty>
      ) : (
        <>
          <div className="toolbar">
            <SearchField label={content.filter} value={filter} onChange={setFilter} />
          </div>
          {shown.length === 0 && <p className="soft">{content.noMatch}</p>}
          <ContentTreeView
            label={content.title}
            nodes={shown}
            actions={actions}
            scrollRef={scrollRef}
            renderMarks={(node) =>
              node.kind === 'space' && (
                <RelativeTime className="content-when" date={node.item.updatedAt} write={content.changed} />
              )
            }
          />
        </>
      )}
      {actions.dialog}
    </Screen>
  )
}
