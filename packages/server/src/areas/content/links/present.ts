import { formatReference } from '@verso/markdown'
import type { FileEntry, PageTree, ReusableContent } from '@verso/revisions'
import type { Subjects } from '../../../access/subjects.ts'
import type { Urls } from '../../../common/urls.ts'
import type { StoredRevision } from '../store/revision-store.ts'
import type { DocumentIds } from '../documents/document-ids.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import { presentCollection } from '../collections/present.ts'
import type { FileService } from '../files/service.ts'
import { presentSpec } from '../../openapi/index.ts'
import { presentOrganization } from '../../organizations/index.ts'
import { presentPage, presentReusableContent, type PresentationContext } from '../revisions/present.ts'
import type { SpaceWithDetails } from '../spaces/columns.ts'
import { presentSpace } from '../spaces/present.ts'
import { presentUser } from '../../identity/index.ts'
import type { ExternalTarget } from './external-targets.ts'
import type { ContentLocation } from './schema.ts'
import type { LinkTarget, LinkTargetIndex } from '../references/target-index.ts'
import type { LinkOccurrence } from '../references/usages.ts'

/** What all locations of a response have in common. */
export interface LocationContext {
  urls: Urls
  documentIds: DocumentIds
  files: FileService
  organization: Subjects['organization']
  space: SpaceWithDetails
  targets: LinkTargetIndex
  version:
    | { revision: StoredRevision; mergedFrom: ChangeRequest | undefined }
    | { changeRequest: ChangeRequest }
}

/** Presents the locations of one response. What they share is presented only once, in the constructor. */
export class LocationPresenter {
  readonly #context: LocationContext
  readonly #organization: ReturnType<typeof presentOrganization>
  readonly #commonFields: Pick<ContentLocation, 'organization' | 'space' | 'versionContext'>

  constructor(context: LocationContext) {
    const { urls, organization, space } = context
    this.#context = context
    this.#organization = presentOrganization(urls, organization, organization)
    this.#commonFields = {
      organization: this.#organization,
      space: presentSpace(urls, space),
      versionContext: presentVersionContext(context),
    }
  }

  presentOccurrence({ sourceKind, id, block }: LinkOccurrence): ContentLocation {
    const { pages, reusableContents } = this.#context.targets
    const content = sourceKind === 'page' ? undefined : reusableContents.get(id)
    if (content) return this.#presentReusableContent(content)
    const page = pages.get(id)
    if (!page) throw new Error(`page ${id} has a reference but is not in the revision`)
    return {
      ...this.#presentPage(page),
      ...(block !== undefined && { internalLocation: { type: 'node', node: block } }),
    }
  }

  presentTarget(target: LinkTarget, externalTarget: ExternalTarget | undefined): ContentLocation | undefined {
    const { pages, files, reusableContents } = this.#context.targets
    switch (target.kind) {
      case 'page': {
        const page = pages.get(target.page)
        return page && { ...this.#presentPage(page), ...presentAnchor(target.anchor) }
      }
      case 'file': {
        const file = files.get(target.file)
        return file && this.#presentFile(file)
      }
      case 'reusable-content': {
        const content = reusableContents.get(target.reusableContent)
        return content && this.#presentReusableContent(content)
      }
      case 'url':
        return { kind: 'url', url: target.url }
      case 'missing':
        return { kind: 'url', url: target.address }
      case 'external':
        return externalTarget
          ? this.#presentExternalTarget(externalTarget)
          : { kind: 'url', url: formatReference(target.ref) }
    }
  }

  #presentExternalTarget(target: ExternalTarget): ContentLocation {
    const { urls, files } = this.#context
    switch (target.kind) {
      case 'user':
        return { kind: 'user', user: presentUser(urls, target.user) }
      case 'openapi':
        return {
          kind: 'openapi',
          organization: this.#organization,
          openAPISpec: presentSpec(urls, target.spec, this.#context.organization.role),
        }
      case 'collection':
        return {
          kind: 'collection',
          organization: this.#organization,
          collection: presentCollection(urls, target.collection),
        }
      case 'space':
        return { kind: 'space', ...this.#presentSpaceFields(target.space) }
      case 'page': {
        const page = presentPage(this.#createPresentContext(target.space.id), {
          ...target.page,
          path: undefined,
        })
        return {
          kind: 'page',
          ...this.#presentSpaceFields(target.space),
          page: withoutPages(page),
          ...presentAnchor(target.anchor),
        }
      }
      case 'file':
        return { kind: 'file', ...this.#presentSpaceFields(target.space), file: files.present(target.file) }
      case 'reusable-content': {
        const reusableContent = presentReusableContent(
          this.#createPresentContext(target.space.id),
          target.content,
        )
        return { kind: 'reusable-content', ...this.#presentSpaceFields(target.space), reusableContent }
      }
    }
  }

  #presentSpaceFields(space: SpaceWithDetails) {
    return { organization: this.#organization, space: presentSpace(this.#context.urls, space) }
  }

  #presentPage(page: PageTree): ContentLocation {
    const { space } = this.#context
    return {
      kind: 'page',
      ...this.#commonFields,
      page: withoutPages(presentPage(this.#createPresentContext(space.id), page)),
    }
  }

  #presentFile(file: FileEntry): ContentLocation {
    return { kind: 'file', ...this.#commonFields, file: this.#context.files.present(file) }
  }

  #presentReusableContent(content: ReusableContent): ContentLocation {
    const reusableContent = presentReusableContent(
      this.#createPresentContext(this.#context.space.id),
      content,
    )
    return { kind: 'reusable-content', ...this.#commonFields, reusableContent }
  }

  #createPresentContext(spaceId: string): PresentationContext {
    const { urls, documentIds } = this.#context
    return { urls, documentIds, spaceId, metadata: true }
  }
}

/** A location names one page. With the pages below it, the response would repeat whole subtrees for every link. */
const withoutPages = (page: ReturnType<typeof presentPage>): NonNullable<ContentLocation['page']> =>
  page.type === 'link' || page.type === 'computed' ? page : { ...page, pages: [] }

const presentAnchor = (anchor: string | undefined): Pick<ContentLocation, 'internalLocation'> =>
  anchor === undefined ? {} : { internalLocation: { type: 'anchor', anchor } }

function presentVersionContext({
  urls,
  space,
  version,
}: LocationContext): NonNullable<ContentLocation['versionContext']> {
  if ('changeRequest' in version) return { type: 'changeRequest', changeRequest: version.changeRequest }
  const { revision, mergedFrom } = version
  const { id, parents, type, createdAt } = revision
  return {
    type: 'revision',
    revision: {
      object: 'revision',
      id,
      parents,
      type,
      ...(mergedFrom && { mergedFrom }),
      pages: [],
      files: [],
      reusableContents: [],
      tags: [],
      variables: {},
      createdAt,
      urls: { app: urls.object(`/spaces/${space.id}/revisions/${id}`).app },
    },
  }
}
