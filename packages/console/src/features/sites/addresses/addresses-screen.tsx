import { type FormEvent, useState } from 'react'
import { call, useWrite } from '../../../api/index.ts'
import {
  getSiteById,
  getSiteHostname,
  getSiteStructure,
  listSites,
  type Site,
  updateSiteById,
} from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { SiteAddress } from '../site-address.tsx'
import { SiteScreen } from '../site-screen.tsx'
import { useSiteParams } from '../use-site.ts'
import { HostnameSection } from './hostname-section.tsx'
import { RedirectsSection } from './redirects-section.tsx'

/** Where a site is: its name in addresses, a domain of its own, and what old addresses lead to. */
export function AddressesScreen() {
  const { siteAddresses } = useSiteWords()
  return (
    <SiteScreen title={siteAddresses.title}>
      {(site) => (
        <div className="stack">
          {site.permissions.admin && <AddressForm key={`${site.basename} ${site.hostname}`} site={site} />}
          {site.permissions.admin && site.hostname !== undefined && <HostnameSection />}
          <RedirectsSection site={site} />
        </div>
      )}
    </SiteScreen>
  )
}

function AddressForm({ site }: { site: Site }) {
  const words = useSiteWords()
  const { siteAddresses, common } = words
  const params = useSiteParams()
  const [basename, setBasename] = useState(site.basename)
  const [hostname, setHostname] = useState(site.hostname ?? '')
  const save = useWrite(
    () =>
      call(updateSiteById, {
        ...params,
        body: {
          ...(basename.trim() !== site.basename && { basename: basename.trim() }),
          ...(hostname.trim() !== (site.hostname ?? '') && {
            hostname: hostname.trim() === '' ? null : hostname.trim().toLowerCase(),
          }),
        },
      }),
    {
      stale: [getSiteById, listSites, getSiteHostname, getSiteStructure],
      onSuccess: () => showToast({ message: words.settings.saved }),
    },
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate(undefined)
  }
  const isChanged = basename.trim() !== site.basename || hostname.trim() !== (site.hostname ?? '')
  return (
    <form className="form" onSubmit={submit} noValidate>
      {site.urls.published !== undefined && <SiteAddress url={site.urls.published} />}
      <TextField
        label={siteAddresses.basename}
        help={siteAddresses.basenameHelp}
        value={basename}
        onChange={setBasename}
      />
      <TextField
        label={siteAddresses.hostname}
        help={siteAddresses.hostnameHelp}
        placeholder="docs.example.com"
        value={hostname}
        onChange={setHostname}
      />
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
          isDisabled={!isChanged || basename.trim() === ''}
        />
      </div>
    </form>
  )
}
