import { useQuery } from '@tanstack/react-query'
import { call, read, useWrite } from '../../../api/index.ts'
import { checkSiteHostname, getSiteById, getSiteHostname } from '../../../api/operations.ts'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { useFormats } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Notice, SkeletonRows } from '../../../ui/states.tsx'
import { useSiteParams } from '../use-site.ts'
import { CertificateState } from './certificate-state.tsx'

/** What the DNS has to say so that a site is served at its own domain. */
export function HostnameSection() {
  const { siteAddresses, common } = useSiteWords()
  const { dateTime } = useFormats()
  const params = useSiteParams()
  const fail = useFailureToast()
  const hostname = useQuery(read(getSiteHostname, params))
  const check = useWrite(() => call(checkSiteHostname, params), { stale: [getSiteHostname, getSiteById] })
  if (hostname.error) return <LoadFailure error={hostname.error} onRetry={() => void hostname.refetch()} />
  if (!hostname.data) return <SkeletonRows rows={2} label={common.loading} />
  const { hostname: name, isActive, record, problem, expiresAt } = check.data ?? hostname.data
  return (
    <section aria-labelledby="domain">
      <div className="section-head">
        <h2 id="domain">
          <bdi>{name}</bdi>
        </h2>
      </div>
      <div className="form">
        {isActive ? (
          <>
            <Notice look="success" title={siteAddresses.isServed} />
            <CertificateState />
          </>
        ) : (
          <>
            <Notice look="warning" title={problem ?? siteAddresses.notProven}>
              {expiresAt !== undefined && siteAddresses.claimedUntil(dateTime(expiresAt))}
            </Notice>
            <p>{siteAddresses.setRecord}</p>
            <CopyField
              label={siteAddresses.recordName}
              value={record.name}
              copyLabel={common.copy}
              copiedLabel={common.copied}
            />
            <CopyField
              label={siteAddresses.recordValue}
              value={record.value}
              copyLabel={common.copy}
              copiedLabel={common.copied}
            />
            <div>
              <Button
                label={siteAddresses.checkNow}
                isBusy={check.isPending}
                onPress={() => check.mutate(undefined, { onError: fail })}
              />
            </div>
          </>
        )}
        <p className="soft">{siteAddresses.leadHere}</p>
      </div>
    </section>
  )
}
