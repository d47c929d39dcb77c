import { collectionPermissions } from '../../../access/permissions.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Collection } from './schema.ts'

export function presentCollection(urls: Urls, row: Subjects['collection']): Collection {
  return {
    object: 'collection',
    id: row.id,
    title: row.title,
    ...(row.description !== null && { description: row.description }),
    organization: row.organizationId,
    ...(row.parentId !== null && { parent: row.parentId }),
    defaultLevel: row.defaultLevel,
    urls: urls.object(`/collections/${row.id}`),
    permissions: collectionPermissions(row.role),
  }
}
