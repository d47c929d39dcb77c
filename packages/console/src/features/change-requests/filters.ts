import type { ChangeRequestStatus } from '../../api/operations.ts'

export const changeRequestFilters = ['open', 'draft', 'mine', 'waiting', 'merged', 'archived'] as const

export type ChangeRequestFilter = (typeof changeRequestFilters)[number]

export const readFilter = (value: unknown): ChangeRequestFilter | undefined =>
  changeRequestFilters.find((filter) => filter === value)

interface FilterQuery {
  status: ChangeRequestStatus[]
  creator?: string
  requestedReviewer?: string
}

/** What the API is asked for. */
export function createFilterQuery(filter: ChangeRequestFilter, userId: string): FilterQuery {
  switch (filter) {
    case 'mine':
      return { status: ['draft', 'open'], creator: userId }
    case 'waiting':
      return { status: ['draft', 'open'], requestedReviewer: userId }
    default:
      return { status: [filter] }
  }
}
