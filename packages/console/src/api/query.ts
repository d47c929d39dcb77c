import { type InfiniteData, infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from './call.ts'
import { ApiError } from './errors.ts'
import type { Operation } from './operation.ts'

/** What others changed is shown when a window gets the focus again; what is in the cache is shown meanwhile. */
const STALE_AFTER_MS = 10_000

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // An answer that names a mistake is the same the next time.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  })

type Arguments<Input> = object extends Input ? [input?: Input] : [input: Input]

/** The key of a read: the operation, then what it was given. Whoever writes makes all reads of an operation stale by its id. */
const createKey = (operation: Operation<never, unknown>, input: unknown): readonly unknown[] => [
  operation.id,
  input ?? {},
]

const createRead =
  (options: Pick<CallOptions, 'isAlone' | 'canWait'>) =>
  <Input extends object, Result>(operation: Operation<Input, Result>, ...[input]: Arguments<Input>) =>
    queryOptions({
      queryKey: createKey(operation, input),
      queryFn: ({ signal }) => callAny(operation, input, { ...options, signal }),
    })

/** A read of the API for `useQuery`, `prefetchQuery` and `ensureQueryData`. */
export const read = /* @__PURE__ */ createRead({})

/**
 * A read whose answer is large, or takes the server long: it is a request of its own, so that nothing else waits for it, and
 * the browser keeps it by its own ETag.
 */
export const readAlone = /* @__PURE__ */ createRead({ isAlone: true })

/** A read that nobody looks for at first: it is sent with the next one, so that a screen has few requests. */
export const readLater = /* @__PURE__ */ createRead({ canWait: true })

interface ListPage<Item> {
  items: Item[]
  next?: { page: string }
}

/** A list of the API, page by page, for `useInfiniteQuery`. */
export const readList = <Item, Input extends object>(
  operation: Operation<Input, ListPage<Item>>,
  input: Input & { query?: object },
) =>
  infiniteQueryOptions({
    queryKey: createKey(operation, input),
    queryFn: ({ pageParam, signal }) =>
      callAny(
        operation,
        {
          ...input,
          query: { limit: LIST_PAGE_SIZE, ...input.query, ...(pageParam !== '' && { page: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last: ListPage<Item>) => last.next?.page,
    select: (data: InfiniteData<ListPage<Item>>) => data.pages.flatMap(({ items }) => items),
  })

const LIST_PAGE_SIZE = 50

/** `read` and `readList` have checked the input by its own type, which this call does not repeat. */
const callAny = <Result>(
  operation: Operation<never, Result>,
  input: object | undefined,
  options: CallOptions,
): Promise<Result> => call(operation as Operation<object, Result>, input ?? {}, options)
