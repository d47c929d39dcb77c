import { useState } from 'react'
import { call, useWrite } from '../../../api/index.ts'
import { getSiteById, listSites, type Site, updateSiteById } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Empty, Notice } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { SiteScreen } from '../site-screen.tsx'
import { useSiteParams } from '../use-site.ts'
import { ClaimsSection } from './claims-section.tsx'
import { ShareLinks } from './share-links.tsx'
import { VisitorAuth } from './visitor-auth.tsx'

const visibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const

/** Who can read a site, and by which proof. */
export function AudienceScreen() {
  const { siteAudience, sites } = useSiteWords()
  return (
    <SiteScreen title={siteAudience.title}>
      {(site) =>
        site.permissions.admin ? (
          <div className="stack">
            <VisibilityForm key={site.visibility} site={site} />
            <ShareLinks />
            <VisitorAuth site={site} />
            <ClaimsSection />
          </div>
        ) : (
          <Empty title={siteAudience.title}>{sites.adminsOnly}</Empty>
        )
      }
    </SiteScreen>
  )
}

function VisibilityForm({ site }: { site: Site }) {
  const words = useSiteWords()
  const { siteAudience, sites, common } = words
  const params = useSiteParams()
  const [visibility, setVisibility] = useState(site.visibility)
  const save = useWrite(() => call(updateSiteById, { ...params, body: { visibility } }), {
    stale: [getSiteById, listSites],
    onSuccess: () => showToast({ message: words.settings.saved }),
  })
  const isWider = visibilities.indexOf(visibility) < visibilities.indexOf(site.visibility)
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <RadioGroup
        label={sites.visibility}
        choices={visibilities.map((value) => ({
          value,
          label: siteAudience.visibilities[value],
          help: sites.whoReads[value],
        }))}
        value={visibility}
        onChange={setVisibility}
      />
      {site.published && isWider && <Notice look="warning" title={siteAudience.opensAtOnce} />}
      {save.error && (
        <p role="alert" className="form-error">
          {describeError(save.error, words)}
        </p>
      )}
      <div className="actions">
        <Button
          type="submit"
          look="primary"
          label={common.save}
          isBusy={save.isPending}
          isDisabled={visibility === site.visibility}
        />
      </div>
    </form>
  )
}
