import type { Caller } from '../../../access/admission.ts'
import { requireAccess } from '../../../access/require-access.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { canReadDrafts } from '../../../audience/drafts.ts'
import { type Clock, minutes } from '../../../common/clock.ts'
import { Conflict, Invalid } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { ChangeRequestService } from '../../content/index.ts'
import { buildPreviewUrl } from '../renderer-api/credential-urls.ts'
import { createPreviewLinkKey, isPreviewLinkKey } from './key.ts'
import type { PreviewedChangeRequest, PreviewLinkRepository, PreviewLinkRow } from './repository.ts'
import type { CreatePreviewLink, PreviewLink } from './schema.ts'

type Space = Subjects['space']

interface PreviewLinkServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  changeRequests: ChangeRequestService
  previewLinks: PreviewLinkRepository
}

const MAX_LINKS = 20
const DEFAULT_DAYS = 7
const DAY_MS = 24 * 60 * minutes

/** Links that show a change request as a published site would, to people without an account. */
export class PreviewLinkService {
  readonly #deps: PreviewLinkServiceDependencies

  constructor(deps: PreviewLinkServiceDependencies) {
    this.#deps = deps
  }

  async list(space: Space, idOrNumber: string, paging: Paging): Promise<Page<PreviewLink>> {
    const { database, clock, previewLinks, changeRequests } = this.#deps
    const { id } = await changeRequests.get(space, idOrNumber)
    const page = await previewLinks.list(database, id, clock.now(), paging)
    return mapPage(page, (row) => this.#present(row))
  }

  async create(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { site: siteId, days = DEFAULT_DAYS }: CreatePreviewLink,
  ): Promise<PreviewLink> {
    const { database, clock, previewLinks, changeRequests } = this.#deps
    const { id: changeRequestId, status } = await changeRequests.get(space, idOrNumber)
    if (status !== 'draft' && status !== 'open') {
      throw new Conflict(`The change request is ${status}: what it changed cannot be previewed any more.`)
    }
    const now = clock.now()
    return database.transaction(async (tx) => {
      await requireAccess<'site'>(tx, caller, 'site.view', siteId)
      if (!(await previewLinks.isShown(tx, siteId, space.id))) {
        throw new Invalid('body.site does not show the space of the change request.')
      }
      await previewLinks.deleteEnded(tx, changeRequestId, now)
      if ((await previewLinks.count(tx, changeRequestId, now)) >= MAX_LINKS) {
        throw new Conflict(`A change request has at most ${MAX_LINKS} preview links: end one first.`)
      }
      const link = {
        id: newId(),
        changeRequestId,
        siteId,
        createdBy: caller.userId,
        key: createPreviewLinkKey(),
      }
      const expiresAt = new Date(now.getTime() + days * DAY_MS)
      return this.#present(await previewLinks.insert(tx, link, { now, expiresAt }))
    })
  }

  async delete(space: Space, idOrNumber: string, linkId: string): Promise<boolean> {
    const { database, previewLinks, changeRequests } = this.#deps
    const { id } = await changeRequests.get(space, idOrNumber)
    return previewLinks.delete(database, id, linkId)
  }

  /**
   * What the key in the address of a preview opens now. It opens nothing once it has ended, once the change request is merged
   * or archived, and once its maker may not read the space any more.
   */
  async findPreviewed(key: string): Promise<PreviewedChangeRequest | undefined> {
    if (!isPreviewLinkKey(key)) return undefined
    const { database, clock, previewLinks } = this.#deps
    const previewed = await previewLinks.findByKey(database, key, clock.now())
    if (!previewed) return undefined
    const { createdBy: userId, organizationId, spaceId } = previewed
    return (await canReadDrafts(database, { userId, organizationId }, spaceId)) ? previewed : undefined
  }

  #present({ siteId, siteTitle, key, ...row }: PreviewLinkRow): PreviewLink {
    const { id, createdBy, createdAt, expiresAt } = row
    return {
      object: 'preview-link',
      id,
      site: { id: siteId, title: siteTitle },
      createdBy,
      createdAt,
      expiresAt,
      url: buildPreviewUrl(this.#deps.urls, row, key, { section: null, siteSpace: null }),
    }
  }
}
