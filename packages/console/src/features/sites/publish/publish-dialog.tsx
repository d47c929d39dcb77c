import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Site } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { book } from '../../../ui/icon-paths.ts'
import { Notice, SkeletonRows } from '../../../ui/states.tsx'
import { listSiteSpaces } from '../structure/structure-nodes.ts'
import { structureRead } from '../use-site.ts'

interface PublishDialogProps {
  organizationId: string
  site: Site
  publish: () => void
  isBusy: boolean
  error: unknown
  onClose: () => void
}

/** Says who will be able to read what, before a site is published. */
export function PublishDialog({ organizationId, site, publish, isBusy, error, onClose }: PublishDialogProps) {
  const words = useSiteWords()
  const { sites, sitePublish, common } = words
  const structure = useQuery(structureRead({ organizationId, siteId: site.id }))
  const spaces = structure.data && listSiteSpaces(structure.data)
  return (
    <FormDialog
      title={sites.publishTitle(site.title)}
      isOpen
      onClose={onClose}
      action={sites.publish}
      cancel={common.cancel}
      onSubmit={publish}
      isBusy={isBusy}
      error={error === null ? undefined : describeError(error, words)}
    >
      <p>{sites.whoReads[site.visibility]}</p>
      <p>
        <Link
          className="link"
          to="/orgs/$organizationId/sites/$siteId/publish"
          params={{ organizationId, siteId: site.id }}
          onClick={onClose}
        >
          {sitePublish.toChecklist}
        </Link>
      </p>
      {!spaces ? (
        <SkeletonRows rows={2} label={common.loading} />
      ) : spaces.length === 0 ? (
        <Notice look="warning" title={sites.nothingToShow} />
      ) : (
        <>
          <p>{sites.whatIsRead}</p>
          <ul className="publish-list">
            {spaces.map(({ id, title, condition }) => (
              <li key={id}>
                <Icon of={book} />
                <span className="grow cut">{title}</span>
                {condition !== undefined && <small className="soft">{sites.onlySome}</small>}
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  )
}
