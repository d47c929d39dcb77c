import { type QueryKey, useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import type { Operation } from './operation.ts'

type AnyOperation = Pick<Operation<never, unknown>, 'id'>

interface WriteOptions<Input, Result> {
  /** What is shown at once. It is taken back when the write fails. */
  optimistic?: (input: Input) => { key: QueryKey; update: (old: never) => unknown }[]
  /** The operations whose answers the write changes. */
  stale: readonly AnyOperation[]
  onSuccess?: (result: Result, input: Input) => void
}

interface Undo {
  key: QueryKey
  value: unknown
}

/** A write of the API: shown at once where that is possible, confirmed by the server, taken back when it fails. */
export function useWrite<Input, Result>(
  write: (input: Input) => Promise<Result>,
  { optimistic, stale, onSuccess }: WriteOptions<Input, Result>,
): UseMutationResult<Result, Error, Input> {
  const client = useQueryClient()
  return useMutation<Result, Error, Input, Undo[]>({
    mutationFn: write,
    onMutate: async (input) => {
      const undo: Undo[] = []
      for (const { key, update } of optimistic?.(input) ?? []) {
        await client.cancelQueries({ queryKey: key })
        undo.push({ key, value: client.getQueryData(key) })
        // What is kept under a key has the type that its read gives, which a key does not carry.
        client.setQueryData(key, (old: never) => (old === undefined ? undefined : update(old)))
      }
      return undo
    },
    onError: (_error, _input, undo = []) => {
      for (const { key, value } of undo) client.setQueryData(key, value)
    },
    onSuccess: (result, input) => onSuccess?.(result, input),
    onSettled: async () => {
      await Promise.all(stale.map(({ id }) => client.invalidateQueries({ queryKey: [id] })))
    },
  })
}
