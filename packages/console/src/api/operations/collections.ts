// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { Collection, ContentPosition, DefaultLevel } from './types.ts'

/** Create a collection. */
export const createCollection = /* @__PURE__ */ defineOperation<
  { organizationId: string; body?: { title?: string; parent?: string } },
  Collection
>('createCollection', 'POST', '/orgs/{organizationId}/collections')

/** Delete a collection. */
export const deleteCollectionById = /* @__PURE__ */ defineOperation<{ collectionId: string }, undefined>(
  'deleteCollectionById',
  'DELETE',
  '/collections/{collectionId}',
)

/** Get a collection. */
export const getCollectionById = /* @__PURE__ */ defineOperation<{ collectionId: string }, Collection>(
  'getCollectionById',
  'GET',
  '/collections/{collectionId}',
)

/** List the collections of an organization. */
export const listCollectionsInOrganizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: { nested?: boolean | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Collection> }
>('listCollectionsInOrganizationById', 'GET', '/orgs/{organizationId}/collections')

/** Move a collection to another parent or position. */
export const moveCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; body: { parent?: string | null; position?: ContentPosition } },
  Collection
>('moveCollection', 'POST', '/collections/{collectionId}/move')

/** Transfer a collection to another organization. */
export const transferCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; body: { organization: string } },
  Collection
>('transferCollection', 'POST', '/collections/{collectionId}/transfer')

/** Update a collection. */
export const updateCollectionById = /* @__PURE__ */ defineOperation<
  { collectionId: string; body: { title?: string; description?: string; defaultLevel?: DefaultLevel } },
  Collection
>('updateCollectionById', 'PATCH', '/collections/{collectionId}')
