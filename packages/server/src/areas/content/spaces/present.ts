import { spacePermissions } from '../../../access/permissions.ts'
import type { SpaceDetails, SpaceWithDetails } from './columns.ts'
import type { Urls } from '../../../common/urls.ts'
import { presentGitSource } from './git-source.ts'
import { placeUrl } from '../../../common/site-addresses.ts'
import type { Space } from './schema.ts'

export function presentSpace(urls: Urls, row: SpaceWithDetails): Space {
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? '',
    visibility: row.published?.visibility ?? (row.parentId === null ? 'private' : 'in-collection'),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...(row.deletedAt !== null && { deletedAt: row.deletedAt }),
    editMode: row.editMode,
    mergeRules: row.mergeRules,
    urls: {
      ...urls.object(`/spaces/${row.id}`),
      ...presentPublishedUrls(urls, row.published),
      ...(row.iconUrl !== null && { icon: row.iconUrl }),
    },
    organization: row.organizationId,
    ...(row.parentId !== null && { parent: row.parentId }),
    ...(row.language !== null && { language: row.language }),
    revision: row.revisionId,
    defaultLevel: row.defaultLevel,
    comments: row.comments,
    changeRequests: row.changeRequests,
    changeRequestsOpen: row.changeRequestsOpen,
    changeRequestsDraft: row.changeRequestsDraft,
    ...(row.gitSync !== null && { gitSync: presentGitSource(row.gitSync) }),
    permissions: spacePermissions(row.role),
  }
}

/** Only a space that anyone may see has the URL `public`. */
function presentPublishedUrls(
  urls: Urls,
  published: SpaceDetails['published'],
): { published?: string; public?: string } {
  if (published === null) return {}
  const url = placeUrl(urls, published)
  return { published: url, ...(published.visibility === 'public' && { public: url }) }
}
