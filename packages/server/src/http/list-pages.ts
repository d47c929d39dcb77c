import type { FastifyRequest } from 'fastify'
import type { Page, Paging } from '../database/paging.ts'
import type { Cursors } from './cursors.ts'
import { DEFAULT_LIST_LIMIT } from './lists.ts'

/** Reads which part of a list a request wants. */
export function readPaging(request: FastifyRequest, query: unknown, cursors: Cursors): Paging {
  // The query schema of every list includes these two.
  const { limit = DEFAULT_LIST_LIMIT, page } = query as { limit?: number; page?: string }
  return page === undefined ? { limit } : { limit, from: cursors.read(nameList(request), page) }
}

/** The body of a list response, with cursors to its neighbours. */
export function createListBody(
  request: FastifyRequest,
  { items, count, next, previous, ...more }: Page<unknown>,
  cursors: Cursors,
): object {
  const list = nameList(request)
  return {
    ...more,
    items,
    count,
    ...(next && { next: { page: cursors.write(list, next) } }),
    ...(previous && { previous: { page: cursors.write(list, previous) } }),
  }
}

/** What a cursor belongs to: the path, and everything in the query that filters or orders. */
function nameList(request: FastifyRequest): string {
  const url = new URL(request.url, 'http://verso')
  url.searchParams.delete('page')
  url.searchParams.delete('limit')
  url.searchParams.sort()
  return `${url.pathname}?${url.searchParams.toString()}`
}
