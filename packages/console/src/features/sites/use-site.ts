import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read, readList } from '../../api/index.ts'
import { getSiteById, getSiteStructure, listSites } from '../../api/operations.ts'

const SITES_PAGE_SIZE = 100

/** The sites of an organization. */
export const sitesRead = (organizationId: string, title?: string) =>
  readList(listSites, {
    organizationId,
    query: { limit: SITES_PAGE_SIZE, ...(title !== undefined && title !== '' && { title }) },
  })

export interface SiteParams {
  organizationId: string
  siteId: string
}

/** The site in the address. */
export const useSiteParams = (): SiteParams =>
  useParams({ from: '/signed-in/orgs/$organizationId/sites/$siteId' })

export const siteRead = (params: SiteParams) => read(getSiteById, params)

export const useSite = (params: SiteParams) => useQuery(siteRead(params))

export const structureRead = ({ organizationId, siteId }: SiteParams) =>
  read(getSiteStructure, { organizationId, siteId })
