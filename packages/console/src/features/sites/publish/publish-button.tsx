import { lazy, Suspense, useState } from 'react'
import type { Site } from '../../../api/operations.ts'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { ellipsis } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { usePublish } from './use-publish.ts'

const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog.tsx')).PublishDialog }))

interface PublishButtonProps {
  organizationId: string
  site: Site
}

/** Publishes a site after saying what becomes readable, or takes it back. */
export function PublishButton({ organizationId, site }: PublishButtonProps) {
  const { sites } = useSiteWords()
  const fail = useFailureToast()
  const [isAsking, setAsking] = useState(false)
  const publish = usePublish(organizationId, site)
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
            publish={() => publish.mutate(true, { onSuccess: () => setAsking(false) })}
            isBusy={publish.isPending}
            error={publish.error}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
