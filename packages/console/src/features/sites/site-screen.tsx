import type { ReactNode } from 'react'
import { isStatus } from '../../api/index.ts'
import type { Site } from '../../api/operations.ts'
import { NotFoundScreen } from '../../app/failures.tsx'
import { LoadFailure } from '../../app/load-failure.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSiteWords } from '../../locales/features/sites.ts'
import { Icon } from '../../ui/icon.tsx'
import { arrowUpRightFromSquare } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { PublishButton } from './publish/publish-button.tsx'
import { useSite, useSiteParams } from './use-site.ts'

interface SiteScreenProps {
  title: string
  /** What one can do on this screen, before what one can do with the site. */
  actions?: (site: Site) => ReactNode
  /** Screens whose primary action is another one have no button to publish. */
  hasPublish?: boolean
  isBare?: boolean
  children: (site: Site) => ReactNode
}

/** A screen of a site: the way to it, the published site, and publishing. */
export function SiteScreen({ title, actions, hasPublish = true, isBare = false, children }: SiteScreenProps) {
  const { sites, shell, common } = useSiteWords()
  const params = useSiteParams()
  const { organizationId } = params
  const { data: site, error, refetch } = useSite(params)
  if (isStatus(error, 404)) return <NotFoundScreen />
  const address = site?.urls.published
  return (
    <Screen
      title={title}
      crumbs={[
        { label: shell.sites, link: { to: '/orgs/$organizationId/sites', params: { organizationId } } },
        ...(site
          ? [{ label: site.title, link: { to: '/orgs/$organizationId/sites/$siteId', params } as const }]
          : []),
      ]}
      isBare={isBare && site !== undefined}
      actions={
        site && (
          <>
            {address !== undefined && (
              <a className="btn quiet only-wide" href={address} target="_blank" rel="noreferrer">
                <Icon of={arrowUpRightFromSquare} />
                <span>{sites.openSite}</span>
              </a>
            )}
            {actions?.(site)}
            {hasPublish && site.permissions.admin && (
              <PublishButton site={site} organizationId={organizationId} />
            )}
          </>
        )
      }
    >
      {!isBare || !site ? <h1 className="sr">{site ? sites.titleOf(title, site.title) : title}</h1> : null}
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : site ? (
        children(site)
      ) : (
        <SkeletonRows label={common.loading} />
      )}
    </Screen>
  )
}
