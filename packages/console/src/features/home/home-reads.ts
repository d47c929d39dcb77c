import { readList } from '../../api/index.ts'
import { listChangeRequestsForOrganization } from '../../api/operations.ts'

/** As many as a list of the home screen shows. */
const limit = 10

/** The change requests that wait for a person's review. */
export const reviewsRead = (organizationId: string, userId: string) =>
  readList(listChangeRequestsForOrganization, {
    organizationId,
    query: { requestedReviewer: userId, status: ['open'], limit },
  })

/** The change requests that a person is writing. */
export const draftsRead = (organizationId: string, userId: string) =>
  readList(listChangeRequestsForOrganization, {
    organizationId,
    query: { creator: userId, status: ['draft', 'open'], limit },
  })
