import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/index.ts'
import { getSiteCertificate } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { useFormats } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, SkeletonRows } from '../../../ui/states.tsx'
import { useSiteParams } from '../use-site.ts'

/** What Verso sees of the certificate that the proxy before it has for the domain. */
export function CertificateState() {
  const words = useSiteWords()
  const { siteAddresses, common } = words
  const { date } = useFormats()
  const certificate = useQuery({
    ...read(getSiteCertificate, useSiteParams()),
    // Looking means connecting to the domain.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
  return (
    <section aria-labelledby="certificate">
      <div className="section-head">
        <h2 id="certificate">{siteAddresses.certificate}</h2>
      </div>
      <div className="form">
        {certificate.error && <Notice look="danger" title={describeError(certificate.error, words)} />}
        {certificate.isPending && <SkeletonRows rows={1} label={common.loading} />}
        {certificate.data?.status === 'live' ? (
          <Notice look="success" title={siteAddresses.certificateLive}>
            {siteAddresses.certificateDetail(
              certificate.data.issuer ?? '',
              date(certificate.data.validUntil ?? ''),
            )}
          </Notice>
        ) : (
          certificate.data && (
            <Notice
              look="warning"
              title={
                certificate.data.status === 'ssl_failed'
                  ? siteAddresses.certificateFailed
                  : siteAddresses.certificateUnknown
              }
            >
              {certificate.data.problem}
            </Notice>
          )
        )}
        <div>
          <Button
            label={siteAddresses.lookAgain}
            isBusy={certificate.isFetching}
            onPress={() => void certificate.refetch()}
          />
        </div>
      </div>
    </section>
  )
}
