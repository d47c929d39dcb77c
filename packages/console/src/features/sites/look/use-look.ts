import { useQuery } from '@tanstack/react-query'
import { call, read, useWrite } from '../../../api/index.ts'
import {
  changeSiteCustomization,
  deleteSiteSpaceCustomizationById,
  getSiteById,
  getSiteCustomizationById,
  getSiteSpaceCustomizationById,
  listSites,
  overrideSiteSpaceCustomizationById,
} from '../../../api/operations.ts'
import type { SiteParams } from '../use-site.ts'
import { buildChanges, buildOverrides, type LookValues, readDefaults, readValues } from './look-values.ts'

/** How a site looks, or one of its spaces where it differs. */
export interface SavedLook {
  values: LookValues
  ofSite: LookValues
  defaults: LookValues
  hasOverrides: boolean
}

/** The look that is saved, of the site or of one site space. */
export function useSavedLook(params: SiteParams, siteTitle: string, siteSpaceId: string | undefined) {
  const site = useQuery(read(getSiteCustomizationById, params))
  const own = useQuery({
    ...read(getSiteSpaceCustomizationById, { ...params, siteSpaceId: siteSpaceId ?? '' }),
    enabled: siteSpaceId !== undefined,
  })
  const shown = siteSpaceId === undefined ? site.data : own.data
  const look: SavedLook | undefined =
    site.data && shown
      ? {
          values: readValues(shown),
          ofSite: readValues(site.data),
          defaults: readDefaults(siteTitle),
          hasOverrides: own.data?.['hasOverrides'] === true,
        }
      : undefined
  return {
    look,
    error: site.error ?? own.error,
    refetch: () => {
      void site.refetch()
      if (siteSpaceId !== undefined) void own.refetch()
    },
  }
}

/** The body of a preview or of a write: changes of the settings of the site, or of those of one site space. */
export const describeLook = (values: LookValues, saved: SavedLook, siteSpaceId: string | undefined) =>
  siteSpaceId === undefined
    ? { customization: buildChanges(values, saved.values, saved.defaults) }
    : {
        overrides: {
          siteSpace: siteSpaceId,
          customization: buildOverrides(values, saved.values, saved.ofSite),
        },
      }

const stale = {
  stale: [getSiteCustomizationById, getSiteSpaceCustomizationById, getSiteById, listSites],
}

export function useLookWrites(params: SiteParams, saved: SavedLook, siteSpaceId: string | undefined) {
  return {
    save: useWrite(async (values: LookValues): Promise<void> => {
      const look = describeLook(values, saved, siteSpaceId)
      if ('customization' in look)
        await call(changeSiteCustomization, { ...params, body: look.customization })
      else
        await call(overrideSiteSpaceCustomizationById, {
          ...params,
          siteSpaceId: look.overrides.siteSpace,
          body: look.overrides.customization,
        })
    }, stale),
    /** Lets a site space look as its site again. */
    followSite: useWrite(
      () => call(deleteSiteSpaceCustomizationById, { ...params, siteSpaceId: siteSpaceId ?? '' }),
      stale,
    ),
  }
}
