import { createFeatureWords } from '../use-words.ts'
import type { Widen, Words } from '../words.ts'
import { siteAddresses } from '../en/site-addresses.ts'
import { siteAudience } from '../en/site-audience.ts'
import { siteLook } from '../en/site-look.ts'
import { siteMachines } from '../en/site-machines.ts'
import { sitePublish } from '../en/site-publish.ts'
import { siteSettings } from '../en/site-settings.ts'
import { sites } from '../en/sites.ts'
import { settings } from '../en/settings.ts'

/** The texts of the screens of sites, which are loaded with them. */
export const siteTexts = {
  siteAddresses,
  siteAudience,
  siteLook,
  siteMachines,
  sitePublish,
  siteSettings,
  sites,
  settings,
}

export type SiteWords = Words & Widen<typeof siteTexts>

/** Besides what every screen may say, what those of sites say. */
export const useSiteWords = /* @__PURE__ */ createFeatureWords(siteTexts)
