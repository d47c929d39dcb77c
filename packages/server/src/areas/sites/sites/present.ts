import { sitePermissions } from '../../../access/permissions.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Urls } from '../../../common/urls.ts'
import { siteUrl, unproxiedSiteUrl } from '../../../common/site-addresses.ts'
import { buildSitePath } from '../structure/site-path.ts'
import { presentSiteGitSync } from './git-source.ts'
import type { Site } from './schema.ts'

/** Every site has all features, because Verso has no plans. */
const features = [
  'sites-adaptive-content',
  'sites-advanced-customization',
  'sites-basic-customization',
  'sites-custom-domain',
  'sites-custom-fonts',
  'sites-custom-subdirectory',
  'sites-full-text-search',
  'sites-multivariant-site',
  'sites-pdf-export',
  'sites-preview-deployments',
  'sites-public-visibility',
  'sites-redirects',
  'sites-sections',
  'sites-seo',
  'sites-share-links',
  'sites-unlisted-visibility',
  'sites-visitor-authentication',
]

export function presentSite(urls: Urls, row: Subjects['site']): Site {
  const type = row.type as Site['type']
  return {
    object: 'site',
    id: row.id,
    type,
    appliedType: type,
    title: row.title,
    ...(row.favicon !== null && 'icon' in row.favicon && { icon: row.favicon }),
    ...(row.claimedHostname !== null && { hostname: row.claimedHostname }),
    basename: row.basename,
    ...(row.proxyOrigin !== null && {
      proxy: { origin: row.proxyOrigin, target: unproxiedSiteUrl(urls, row) },
    }),
    visibility: row.visibility,
    defaultLevel: row.defaultLevel,
    published: row.published,
    siteSpaces: row.siteSpaces,
    createdAt: row.createdAt,
    adaptiveContent: { enabled: row.adaptiveContent },
    ads: { status: 'disabled', submittable: false, topic: 'webdev', zoneId: '' },
    agentsContext: row.agentsContext,
    embedding: { origins: row.embedOrigins },
    features: features.map((id) => ({ id, plan: type, frozen: false })),
    urls: {
      ...urls.object(buildSitePath(row)),
      ...(row.published && { published: siteUrl(urls, row) }),
      preview: `${urls.base}/app${buildSitePath(row)}/preview`,
    },
    permissions: sitePermissions(row.role),
  }
}

/** The site as members of its organization see it: visitors and renderers do not learn where it comes from. */
export const presentSiteForMember = (urls: Urls, row: Subjects['site']): Site => ({
  ...presentSite(urls, row),
  ...(row.gitSync !== null && { gitSync: presentSiteGitSync(row.id, row.gitSync) }),
})
