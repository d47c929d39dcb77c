import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call, isStatus, read, readList, useWrite } from '../../../api/index.ts'
import {
  deleteSiteRedirectById,
  getSiteRedirectBySource,
  listSiteRedirects,
  type Site,
  type SiteRedirect,
} from '../../../api/operations.ts'
import { describeError, LoadFailure } from '../../../app/load-failure.tsx'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchField, TextField } from '../../../ui/field.tsx'
import { plus, trashCan } from '../../../ui/icon-paths.ts'
import { Notice, SkeletonRows } from '../../../ui/states.tsx'
import { SiteAddress } from '../site-address.tsx'
import { listStructureNodes, type StructureNode } from '../structure/structure-nodes.ts'
import { structureRead, useSiteParams } from '../use-site.ts'
import { AddRedirectsDialog } from './add-redirects-dialog.tsx'
import { MissedPaths } from './missed-paths.tsx'

/** Old addresses and where they lead now. */
export function RedirectsSection({ site }: { site: Site }) {
  const { siteAddresses, common } = useSiteWords()
  const params = useSiteParams()
  const [search, setSearch] = useState('')
  /** The text that the dialog begins with, while it is open. */
  const [draft, setDraft] = useState<string>()
  const wanted = useDeferredValue(search.trim())
  const { data: structure } = useQuery(structureRead(params))
  const nodes = structure ? listStructureNodes(structure) : []
  const list = useInfiniteQuery({
    ...readList(listSiteRedirects, { ...params, query: { ...(wanted !== '' && { search: wanted }) } }),
    placeholderData: keepPreviousData,
  })
  const canChange = site.permissions.admin
  return (
    <>
      <section aria-labelledby="redirects">
        <div className="section-head">
          <h2 id="redirects">{siteAddresses.redirects}</h2>
        </div>
        <p className="soft">{siteAddresses.redirectsText}</p>
        <div className="toolbar">
          <SearchField label={siteAddresses.findRedirect} value={search} onChange={setSearch} />
          {canChange && (
            <Button icon={plus} label={siteAddresses.addRedirects} onPress={() => setDraft('')} />
          )}
        </div>
        {list.error ? (
          <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
        ) : !list.data ? (
          <SkeletonRows rows={2} label={common.loading} />
        ) : list.data.length === 0 ? (
          <p className="soft">{siteAddresses.noRedirects}</p>
        ) : (
          <RedirectTable redirects={list.data} nodes={nodes} canChange={canChange} />
        )}
        {list.hasNextPage && (
          <Button look="quiet" label={common.loadMore} onPress={() => void list.fetchNextPage()} />
        )}
        <RedirectTest />
      </section>
      {canChange && <MissedPaths onRedirect={(path) => setDraft(`${path}, /`)} />}
      {draft !== undefined && (
        <AddRedirectsDialog
          nodes={nodes}
          siteAddress={site.urls.published}
          initialText={draft}
          onClose={() => setDraft(undefined)}
        />
      )}
    </>
  )
}

interface RedirectTableProps {
  redirects: readonly SiteRedirect[]
  nodes: readonly StructureNode[]
  canChange: boolean
}

function RedirectTable({ redirects, nodes, canChange }: RedirectTableProps) {
  const { siteAddresses } = useSiteWords()
  const params = useSiteParams()
  const fail = useFailureToast()
  const remove = useWrite(
    (siteRedirectId: string) => call(deleteSiteRedirectById, { ...params, siteRedirectId }),
    { stale: [listSiteRedirects] },
  )
  return (
    <table className="table redirects">
      <thead>
        <tr>
          <th scope="col">{siteAddresses.from}</th>
          <th scope="col">{siteAddresses.to}</th>
          {canChange && (
            <th scope="col">
              <span className="sr">{siteAddresses.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {redirects.map((redirect) => (
          <tr key={redirect.id}>
            <td>
              <bdi className="node-path">{redirect.source}</bdi>
            </td>
            <td className="soft keep">{nameDestination(redirect, nodes, siteAddresses.aPage)}</td>
            {canChange && (
              <td>
                <Button
                  look="quiet"
                  isIconOnly
                  icon={trashCan}
                  label={siteAddresses.deleteRedirect(redirect.source)}
                  onPress={() => remove.mutate(redirect.id, { onError: fail })}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function nameDestination(
  { destination }: SiteRedirect,
  nodes: readonly StructureNode[],
  aPage: string,
): string {
  if (destination.kind === 'external') return destination.url
  const id = destination.kind === 'site-section' ? destination.siteSectionId : destination.siteSpaceId
  const label = nodes.find((node) => node.id === id)?.label ?? id
  return destination.kind === 'site-page' ? `${label}: ${aPage}` : label
}

/** Says where an address leads. */
function RedirectTest() {
  const words = useSiteWords()
  const { siteAddresses } = words
  const params = useSiteParams()
  const [source, setSource] = useState('')
  const [tested, setTested] = useState<string>()
  const result = useQuery({
    ...read(getSiteRedirectBySource, { ...params, query: { source: tested ?? '' } }),
    enabled: tested !== undefined,
  })
  return (
    <>
      <form
        className="inline-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTested(source.trim())
        }}
      >
        <TextField
          className="grow"
          label={siteAddresses.testAddress}
          placeholder="/old-page"
          value={source}
          onChange={setSource}
        />
        <Button type="submit" label={siteAddresses.test} isDisabled={!source.trim().startsWith('/')} />
      </form>
      {tested !== undefined && result.data && (
        <Notice look="success" title={siteAddresses.leadsTo(tested)}>
          <SiteAddress url={result.data.target} />
        </Notice>
      )}
      {tested !== undefined && result.error && (
        <Notice
          look="plain"
          title={
            isStatus(result.error, 404)
              ? siteAddresses.leadsNowhere(tested)
              : describeError(result.error, words)
          }
        />
      )}
    </>
  )
}
