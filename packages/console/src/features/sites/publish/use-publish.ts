import { call, useWrite } from '../../../api/index.ts'
import {
  getSiteById,
  getSiteStructure,
  listSites,
  publishSite,
  type Site,
  unpublishSite,
} from '../../../api/operations.ts'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { showToast } from '../../../ui/toast.tsx'

/** Publishes a site or takes it back, and says so. Taking it back can be undone. */
export function usePublish(organizationId: string, site: Pick<Site, 'id' | 'title'>) {
  const { sites } = useSiteWords()
  const fail = useFailureToast()
  const params = { organizationId, siteId: site.id }
  const publish = useWrite(
    (isPublished: boolean) => call(isPublished ? publishSite : unpublishSite, params),
    {
      stale: [getSiteById, listSites, getSiteStructure],
      onSuccess: (_, isPublished) =>
        showToast(
          isPublished
            ? { message: sites.published(site.title) }
            : {
                message: sites.unpublished(site.title),
                action: { label: sites.publishAgain, run: () => publish.mutate(true, { onError: fail }) },
              },
        ),
    },
  )
  return publish
}
