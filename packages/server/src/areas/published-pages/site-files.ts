import type { Customization } from '@verso/site'
import { isVisible } from '../../audience/conditions.ts'
import {
  type FileService,
  type PictureSizer,
  publicFileCacheControl,
  restrictedFileCacheControl,
  sendFile,
  type VisibleContentReader,
} from '../content/index.ts'
import type { SiteLocation } from './published-site.ts'
import { getRootHash } from './site-references.ts'
import type { ResolvedSiteRequest } from './site-request.ts'
import type { SiteResponder } from './site-responder.ts'
import { collectCustomizationRefs } from './site-view.ts'

interface SiteFilesDependencies {
  files: FileService
  pictureSizer: PictureSizer
  visibleContent: VisibleContentReader
  responder: SiteResponder
}

/** Sends the files of a site's spaces to visitors: those that the text or the customization they see uses. */
export class SiteFiles {
  readonly #deps: SiteFilesDependencies

  constructor(deps: SiteFilesDependencies) {
    this.#deps = deps
  }

  async send(
    siteRequest: ResolvedSiteRequest,
    { spaceId, fileId, blob }: { spaceId: string; fileId: string; blob: string },
  ): Promise<unknown> {
    const { visit, request, reply, url } = siteRequest
    const { files, pictureSizer, responder } = this.#deps
    const location = visit.publishedSite
      .listLocations(visit.identity.claims)
      .find(({ siteSpace }) => siteSpace.spaceId === spaceId)
    const file =
      location && (await (await responder.createContext(siteRequest, location)).view.findFile(fileId))
    const isUsed =
      file?.blob.startsWith(blob) && (await this.#isUsed(siteRequest, location, { spaceId, fileId }))
    if (!file || !isUsed) return responder.sendNotFound(siteRequest)
    const width = Number(url.searchParams.get('width') ?? 0)
    const { download, isLasting } = await pictureSizer.findPicture(file, width, visit.site.organizationId)
    const cacheControl = isForEveryone(siteRequest) ? publicFileCacheControl : restrictedFileCacheControl
    return sendFile(files, request, reply, download, isLasting ? cacheControl : 'no-store')
  }

  /** Whether the visitor sees something that uses a file: in its own space first, because most files are used there. */
  async #isUsed(
    { visit }: ResolvedSiteRequest,
    ownLocation: SiteLocation | undefined,
    { spaceId, fileId }: { spaceId: string; fileId: string },
  ): Promise<boolean> {
    const { publishedSite: site, identity } = visit
    const { claims } = identity
    const { visibleContent } = this.#deps
    if (
      ownLocation &&
      (await visibleContent.usesFile(spaceId, getRootHash(ownLocation), claims, { file: fileId }))
    ) {
      return true
    }
    for (const location of site.listLocations(claims)) {
      const { siteSpace } = location
      const isOwn = siteSpace.spaceId === spaceId
      const isInCustomization = collectVisibleRefs(site.getCustomization(location), claims).some(
        (ref) => ref.kind === 'file' && ref.file === fileId && (ref.space ?? siteSpace.spaceId) === spaceId,
      )
      if (isInCustomization) return true
      const file = { file: fileId, ...(!isOwn && { space: spaceId }) }
      const root = getRootHash(location)
      if (await visibleContent.usesFile(siteSpace.spaceId, root, claims, file)) return true
    }
    return false
  }
}

const collectVisibleRefs = (customization: Customization, claims: Parameters<typeof isVisible>[1]) =>
  collectCustomizationRefs({
    ...customization,
    header: {
      ...customization.header,
      links: customization.header.links.filter(({ condition }) => isVisible(condition, claims)),
    },
  })

/** Whether everyone gets the same response, so that shared caches may keep it. */
function isForEveryone({ visit: { site, identity } }: ResolvedSiteRequest): boolean {
  const { unsigned, ...signed } = identity.claims
  return (
    identity.previewer === undefined &&
    (site.visibility === 'public' || site.visibility === 'unlisted') &&
    Object.keys(unsigned).length === 0 &&
    Object.keys(signed).length === 0
  )
}
