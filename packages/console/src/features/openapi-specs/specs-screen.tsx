import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../../api/index.ts'
import { listOpenAPISpecs } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useGo } from '../../app/navigation.ts'
import { useOrganization } from '../../app/organization.ts'
import { Screen } from '../../app/screen.tsx'
import { useFormats } from '../../locales/index.ts'
import { useSpecWords } from '../../locales/features/openapi.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { fileCode, plus } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { SpecDialog } from './spec-dialog.tsx'
import { isBeingRead, REFRESH_MS, SpecState } from './spec-state.tsx'

/** The descriptions of APIs that an organization keeps. */
export function SpecsScreen() {
  const { openapi, common } = useSpecWords()
  const { relativeTime } = useFormats()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const canCreate = useOrganization(organizationId)?.permissions.createOpenAPISpec === true
  const [isAdding, setAdding] = useState(false)
  const go = useGo()
  const list = useInfiniteQuery({
    ...readList(listOpenAPISpecs, { organizationId }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isBeingRead)) === true ? REFRESH_MS : false,
  })
  const addButton = <Button look="primary" icon={plus} label={openapi.add} onPress={() => setAdding(true)} />
  return (
    <Screen title={openapi.title} actions={canCreate && addButton}>
      <h1 className="sr">{openapi.title}</h1>
      {isAdding && (
        <SpecDialog
          organizationId={organizationId}
          onClose={() => setAdding(false)}
          onSaved={({ slug }) =>
            go({ to: '/orgs/$organizationId/openapi/$specSlug', params: { organizationId, specSlug: slug } })
          }
        />
      )}
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <Empty title={openapi.emptyTitle}>{openapi.emptyText}</Empty>
      ) : (
        <ul className="list">
          {list.data.map((spec) => (
            <li key={spec.id}>
              <Link
                className="item line-item"
                to="/orgs/$organizationId/openapi/$specSlug"
                params={{ organizationId, specSlug: spec.slug }}
              >
                <Icon of={fileCode} />
                <span className="grow">
                  <span className="title cut">{spec.slug}</span>
                  <span className="meta cut">
                    {[
                      spec.sourceURL,
                      spec.lastProcessedAt && openapi.readAt(relativeTime(spec.lastProcessedAt)),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <SpecState spec={spec} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </Screen>
  )
}
