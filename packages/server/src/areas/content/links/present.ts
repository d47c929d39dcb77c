import { formatReference } from '@verso/markdown'
import type { File, PageTree, ReusableContent } from '@verso/revisions'
import type { Subjects } from '../../../access/subjects.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Revision } from '../store/content.ts'
import type { DocumentIds } from '../documents/document-ids.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import { presentCollection } from '../collections/present.ts'
import type { FileService } from '../files/service.ts'
import { presentSpec } from '../../openapi/index.ts'
import { presentOrganization } from '../../organizations/index.ts'
import { presentPage, presentReusableContent, type Presenting } from '../revisions/present.ts'
import { presentSpace } from '../spaces/present.ts'
import { presentUser } from '../../identity/index.ts'
import type { Outside } from './elsewhere.ts'
import type { ContentLocation } from './schema.ts'
import type { Target, Targets } from './targets.ts'
import type { Place } from './usages.ts'

/** What all locations of an answer have in common. */
export interface Around {
  urls: Urls
  documentIds: DocumentIds
  files: FileService
  organization: Subjects['organization']
  space: Subjects['space']
  targets: Targets
  version: { revision: Revision; mergedFrom: ChangeRequest | undefined } | { changeRequest: ChangeRequest }
}

/** Locations of one answer: what they share is presented once. */
export class Locations {
  readonly #around: Around
  readonly #organization: ReturnType<typeof presentOrganization>
  readonly #inside: Pick<ContentLocation, 'organization' | 'space' | 'versionContext'>

  constructor(around: Around) {
    const { urls, organization, space } = around
    this.#around = around
    this.#organization = presentOrganization(urls, organization, organization)
    this.#inside = {
      organization: this.#organization,
      space: presentSpace(urls, space),
      versionContext: versionContext(around),
    }
  }

  place({ owner, id, block }: Place): ContentLocation {
    const { pages, reusableContents } = this.#around.targets
    const content = owner === 'page' ? undefined : reusableContents.get(id)
    if (content) return this.#reusableContent(content)
    const page = pages.get(id)
    if (!page) throw new Error(`page ${id} refers to something and is not there`)
    return {
      ...this.#page(page),
      ...(block !== undefined && { internalLocation: { type: 'node', node: block } }),
    }
  }

  target(target: Target, outside: Outside | undefined): ContentLocation | undefined {
    const { pages, files, reusableContents } = this.#around.targets
    switch (target.kind) {
      case 'page': {
        const page = pages.get(target.page)
        return page && { ...this.#page(page), ...anchorOf(target.anchor) }
      }
      case 'file': {
        const file = files.get(target.file)
        return file && this.#file(file)
      }
      case 'reusable-content': {
        const content = reusableContents.get(target.reusableContent)
        return content && this.#reusableContent(content)
      }
      case 'url':
        return { kind: 'url', url: target.url }
      case 'nowhere':
        return { kind: 'url', url: target.address }
      case 'elsewhere':
        return outside ? this.#outside(outside) : { kind: 'url', url: formatReference(target.ref) }
    }
  }

  #outside(outside: Outside): ContentLocation {
    const { urls, files } = this.#around
    switch (outside.kind) {
      case 'user':
        return { kind: 'user', user: presentUser(urls, outside.user) }
      case 'openapi':
        return {
          kind: 'openapi',
          organization: this.#organization,
          openAPISpec: presentSpec(urls, outside.spec, this.#around.organization.role),
        }
      case 'collection':
        return {
          kind: 'collection',
          organization: this.#organization,
          collection: presentCollection(urls, outside.collection),
        }
      case 'space':
        return { kind: 'space', ...this.#of(outside.space) }
      case 'page': {
        const page = presentPage(this.#presenting(outside.space.id), { ...outside.page, path: undefined })
        return {
          kind: 'page',
          ...this.#of(outside.space),
          page: withoutPages(page),
          ...anchorOf(outside.anchor),
        }
      }
      case 'file':
        return { kind: 'file', ...this.#of(outside.space), file: files.present(outside.file) }
      case 'reusable-content': {
        const reusableContent = presentReusableContent(this.#presenting(outside.space.id), outside.content)
        return { kind: 'reusable-content', ...this.#of(outside.space), reusableContent }
      }
    }
  }

  #of(space: Subjects['space']) {
    return { organization: this.#organization, space: presentSpace(this.#around.urls, space) }
  }

  #page(page: PageTree): ContentLocation {
    const { space } = this.#around
    return {
      kind: 'page',
      ...this.#inside,
      page: withoutPages(presentPage(this.#presenting(space.id), page)),
    }
  }

  #file(file: File): ContentLocation {
    return { kind: 'file', ...this.#inside, file: this.#around.files.present(file) }
  }

  #reusableContent(content: ReusableContent): ContentLocation {
    const reusableContent = presentReusableContent(this.#presenting(this.#around.space.id), content)
    return { kind: 'reusable-content', ...this.#inside, reusableContent }
  }

  #presenting(spaceId: string): Presenting {
    const { urls, documentIds } = this.#around
    return { urls, documentIds, spaceId, metadata: true }
  }
}

/** The pages below are places of their own. */
const withoutPages = (page: ReturnType<typeof presentPage>): NonNullable<ContentLocation['page']> =>
  page.type === 'link' || page.type === 'computed' ? page : { ...page, pages: [] }

const anchorOf = (anchor: string | undefined): Pick<ContentLocation, 'internalLocation'> =>
  anchor === undefined ? {} : { internalLocation: { type: 'anchor', anchor } }

function versionContext({ urls, space, version }: Around): NonNullable<ContentLocation['versionContext']> {
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
