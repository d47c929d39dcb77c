import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read, useWrite } from '../../../api/index.ts'
import { forgetSiteMissedPaths, getSiteMissedPaths } from '../../../api/operations.ts'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { useFormats } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { useSiteParams } from '../use-site.ts'

interface MissedPathsProps {
  onRedirect: (path: string) => void
}

/** How many are shown before one asks for more. */
const FIRST_SHOWN = 10

/** Addresses at which readers found nothing, each with a way to lead them elsewhere. */
export function MissedPaths({ onRedirect }: MissedPathsProps) {
  const { siteAddresses, common } = useSiteWords()
  const { relativeTime } = useFormats()
  const params = useSiteParams()
  const fail = useFailureToast()
  const [isWhole, setWhole] = useState(false)
  const { data, error, refetch } = useQuery(read(getSiteMissedPaths, params))
  const forget = useWrite(() => call(forgetSiteMissedPaths, params), { stale: [getSiteMissedPaths] })
  const paths = data?.paths ?? []
  return (
    <section aria-labelledby="missed">
      <div className="section-head">
        <h2 id="missed">{siteAddresses.missed}</h2>
        {paths.length > 0 && (
          <Button
            look="quiet"
            label={siteAddresses.forgetMissed}
            isBusy={forget.isPending}
            onPress={() => forget.mutate(undefined, { onError: fail })}
          />
        )}
      </div>
      <p className="soft">{siteAddresses.missedText}</p>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={2} label={common.loading} />
      ) : paths.length === 0 ? (
        <p className="soft">{siteAddresses.noneMissed}</p>
      ) : (
        <ul className="list">
          {(isWhole ? paths : paths.slice(0, FIRST_SHOWN)).map(({ path, count, lastSeenAt }) => (
            <li key={path} className="missed-path">
              <span className="grow share-link-name">
                <bdi className="node-path">{path}</bdi>
                <small className="soft">{siteAddresses.missedTimes(count, relativeTime(lastSeenAt))}</small>
              </span>
              <Button
                label={siteAddresses.redirectIt}
                aria-label={siteAddresses.redirectPath(path)}
                onPress={() => onRedirect(path)}
              />
            </li>
          ))}
        </ul>
      )}
      {!isWhole && paths.length > FIRST_SHOWN && (
        <Button look="quiet" label={common.loadMore} onPress={() => setWhole(true)} />
      )}
    </section>
  )
}
