import { call, useWrite } from '../../../api/index.ts'
import { deleteSiteById, listSites, type Site } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useLeave } from '../../../app/navigation.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useSiteParams } from '../use-site.ts'

interface DeleteSiteDialogProps {
  site: Site
  onClose: () => void
}

/** Deletes a site after its name was typed. Its spaces stay. */
export function DeleteSiteDialog({ site, onClose }: DeleteSiteDialogProps) {
  const words = useSiteWords()
  const { siteSettings, common } = words
  const params = useSiteParams()
  const leave = useLeave()
  const remove = useWrite(
    async () => {
      await call(deleteSiteById, params)
      showToast({ message: siteSettings.deleted(site.title) })
      await leave({ to: '/orgs/$organizationId/sites', params: { organizationId: params.organizationId } })
    },
    { stale: [listSites] },
  )
  return (
    <ConfirmDialog
      title={siteSettings.deleteTitle(site.title)}
      explanation={siteSettings.deleteText}
      name={site.title}
      nameLabel={common.typeToConfirm(site.title)}
      isOpen
      onClose={onClose}
      action={siteSettings.deleteSite}
      cancel={common.cancel}
      onSubmit={() => remove.mutate(undefined)}
      isBusy={remove.isPending}
      error={remove.error ? describeError(remove.error, words) : undefined}
    />
  )
}
