import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import type { Site } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useGo } from '../../app/navigation.ts'
import { useOrganization } from '../../app/organization.ts'
import { Screen } from '../../app/screen.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useSiteWords } from '../../locales/features/sites.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { globe, plus } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { SiteAddress } from './site-address.tsx'
import { SiteState } from './site-state.tsx'
import { sitesRead } from './use-site.ts'
import './sites.css'

const CreateSiteDialog = lazy(async () => ({
  default: (await import('./create-site-dialog.tsx')).CreateSiteDialog,
}))

/** The sites of an organization, with their state and their address. */
export function SitesScreen() {
  const { sites, shell, common } = useSiteWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const { new: isCreating } = useSearch({ from: '/signed-in/orgs/$organizationId/sites' })
  const canCreate = useOrganization(organizationId)?.permissions.createContent === true
  const go = useGo()
  const [search, setSearch] = useState('')
  const title = useDeferredValue(search.trim())
  const list = useInfiniteQuery({ ...sitesRead(organizationId, title), placeholderData: keepPreviousData })
  const setCreating = (isNew: boolean): void =>
    go({
      to: '/orgs/$organizationId/sites',
      params: { organizationId },
      search: isNew ? { new: true } : {},
    })
  useShortcuts(canCreate ? [{ keys: 'n', label: sites.newSite, run: () => setCreating(true) }] : [])
  const createButton = (
    <Button look="primary" icon={plus} label={sites.newSite} onPress={() => setCreating(true)} />
  )
  return (
    <Screen title={shell.sites} actions={canCreate && createButton}>
      <h1 className="sr">{shell.sites}</h1>
      {isCreating === true && canCreate && (
        <Suspense fallback={null}>
          <CreateSiteDialog organizationId={organizationId} onClose={() => setCreating(false)} />
        </Suspense>
      )}
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 && title === '' ? (
        <Empty title={sites.noneTitle} actions={canCreate && createButton}>
          {canCreate ? sites.noneText : sites.noneForReaders}
        </Empty>
      ) : (
        <>
          <div className="toolbar">
            <SearchField label={sites.find} value={search} onChange={setSearch} />
          </div>
          {list.data.length === 0 && <p className="soft">{sites.noMatch}</p>}
          <ul className="list">
            {list.data.map((site) => (
              <SiteItem key={site.id} organizationId={organizationId} site={site} />
            ))}
          </ul>
        </>
      )}
      {list.hasNextPage && (
        <Button
          look="quiet"
          label={common.loadMore}
          isBusy={list.isFetchingNextPage}
          onPress={() => void list.fetchNextPage()}
        />
      )}
    </Screen>
  )
}

function SiteItem({ organizationId, site }: { organizationId: string; site: Site }) {
  const { sites } = useSiteWords()
  return (
    <li className="site-item">
      <Link
        className="item"
        to="/orgs/$organizationId/sites/$siteId"
        params={{ organizationId, siteId: site.id }}
      >
        <Icon of={globe} />
        <span className="grow title cut">{site.title}</span>
      </Link>
      <SiteState site={site} />
      {site.urls.published === undefined ? (
        <span className="soft site-address">{sites.noAddress}</span>
      ) : (
        <SiteAddress url={site.urls.published} />
      )}
    </li>
  )
}
