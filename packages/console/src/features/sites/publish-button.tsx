import { lazy, Suspense, useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  getSiteById,
  getSiteStructure,
  listSites,
  publishSite,
  type Site,
  unpublishSite,
} from '../../api/operations.ts'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { ellipsis } from '../../ui/icon-paths.ts'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'

const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog.tsx')).PublishDialog }))

interface PublishButtonProps {
  organizationId: string
  site: Site
}

/** Publishes a site after saying what becomes readable, or takes it back. */
export function PublishButton({ organizationId, site }: PublishButtonProps) {
  const { sites } = useWords()
  const fail = useFailureToast()
  const [isAsking, setAsking] = useState(false)
  const params = { organizationId, siteId: site.id }
  const publish = useWrite(
    (isPublished: boolean) => call(isPublished ? publishSite : unpublishSite, params),
    {
      stale: [getSiteById, listSites, getSiteStructure],
      onSuccess: (_, isPublished) => {
        setAsking(false)
        showToast(
          isPublished
            ? { message: sites.published(site.title) }
            : {
                message: sites.unpublished(site.title),
                action: { label: sites.publishAgain, run: () => publish.mutate(true, { onError: fail }) },
              },
        )
      },
    },
  )
  return (
    <>
      {site.published ? (
        <Menu
          label={sites.publishing}
          placement="bottom end"
          items={[
            {
              id: 'unpublish',
              label: sites.unpublish,
              note: sites.unpublishNote,
              isDangerous: true,
              onAction: () => publish.mutate(false, { onError: fail }),
            },
          ]}
        >
          <Button look="quiet" isIconOnly icon={ellipsis} label={sites.publishing} />
        </Menu>
      ) : (
        <Button look="primary" label={sites.publish} onPress={() => setAsking(true)} />
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <PublishDialog
            organizationId={organizationId}
            site={site}
            publish={() => publish.mutate(true)}
            isBusy={publish.isPending}
            error={publish.error}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
