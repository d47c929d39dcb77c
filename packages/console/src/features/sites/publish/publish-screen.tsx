import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Site } from '../../../api/operations.ts'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { book } from '../../../ui/icon-paths.ts'
import { Empty, Notice, SkeletonRows } from '../../../ui/states.tsx'
import { SiteAddress } from '../site-address.tsx'
import { SiteScreen } from '../site-screen.tsx'
import { SiteState } from '../site-state.tsx'
import { listStructureNodes } from '../structure/structure-nodes.ts'
import { structureRead, useSiteParams } from '../use-site.ts'
import { ChecklistSection } from './checklist-section.tsx'
import { usePublish } from './use-publish.ts'
import './publish.css'

/** Who reads what of a site, what to mend before that, and taking it back. */
export function PublishScreen() {
  const { sites, sitePublish } = useSiteWords()
  return (
    <SiteScreen title={sitePublish.title}>
      {(site) =>
        site.permissions.admin ? (
          <div className="stack">
            <ReadersSection site={site} />
            <ChecklistSection />
            {site.published && <UnpublishSection site={site} />}
          </div>
        ) : (
          <Empty title={sitePublish.title}>{sites.adminsOnly}</Empty>
        )
      }
    </SiteScreen>
  )
}

function ReadersSection({ site }: { site: Site }) {
  const { sites, sitePublish } = useSiteWords()
  const params = useSiteParams()
  return (
    <section aria-labelledby="readers">
      <div className="section-head">
        <h2 id="readers">{site.published ? sitePublish.whoReads : sitePublish.whoWillRead}</h2>
        <SiteState site={site} />
      </div>
      <div className="form">
        {site.urls.published !== undefined && <SiteAddress url={site.urls.published} />}
        <p>{site.published ? sitePublish.whoReadsNow[site.visibility] : sites.whoReads[site.visibility]}</p>
        <p>
          <Link className="link" to="/orgs/$organizationId/sites/$siteId/audience" params={params}>
            {sitePublish.changeAudience}
          </Link>
        </p>
        <ShownSpaces isPublished={site.published} />
      </div>
    </section>
  )
}

function ShownSpaces({ isPublished }: { isPublished: boolean }) {
  const { sites, sitePublish, common } = useSiteWords()
  const params = useSiteParams()
  const { data, error, refetch } = useQuery(structureRead(params))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} label={common.loading} />
  const spaces = listStructureNodes(data).flatMap((node) => (node.kind === 'variant' ? [node] : []))
  if (spaces.length === 0) return <Notice look="warning" title={sites.nothingToShow} />
  return (
    <>
      <p>{isPublished ? sitePublish.whatIsReadNow : sites.whatIsRead}</p>
      <ul className="publish-list">
        {spaces.map(({ id, label, address, item }) => (
          <li key={id}>
            <Icon of={book} />
            <span className="grow cut">{label}</span>
            {item.condition !== undefined && <small className="soft">{sites.onlySome}</small>}
            <bdi className="node-path soft">{address}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}

function UnpublishSection({ site }: { site: Site }) {
  const { sites, sitePublish } = useSiteWords()
  const { organizationId } = useSiteParams()
  const fail = useFailureToast()
  const publish = usePublish(organizationId, site)
  return (
    <section aria-labelledby="unpublish">
      <div className="section-head">
        <h2 id="unpublish">{sites.unpublish}</h2>
      </div>
      <div className="form">
        <p className="soft">{sitePublish.unpublishText}</p>
        <div className="actions">
          <Button
            look="danger"
            label={sites.unpublish}
            isBusy={publish.isPending}
            onPress={() => publish.mutate(false, { onError: fail })}
          />
        </div>
      </div>
    </section>
  )
}
