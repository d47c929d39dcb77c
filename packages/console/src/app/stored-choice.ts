import { useSyncExternalStore } from 'react'
import { call, useWrite } from '../api/index.ts'
import { updatePreferences } from '../api/operations.ts'

const KEY = 'verso-choices'

type Choices = Readonly<Record<string, unknown>>

function readStored(): Choices {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

let choices = readStored()
const listeners = new Set<() => void>()

/** Takes over what was chosen, here or on another device. */
export function storeChoices(chosen: Choices): void {
  choices = { ...choices, ...chosen }
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(KEY, JSON.stringify(choices))
  } catch {
    // A browser that stores nothing asks the server again.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** One of a few ways to show something, which stays as the person has chosen it. The first is that of people who have not. */
export function useStoredChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const stored = useSyncExternalStore(subscribe, () => choices[name])
  const { mutate } = useWrite(
    (chosen: Value) => call(updatePreferences, { body: { console: { [name]: chosen } } }),
    { stale: [] },
  )
  const choose = (next: Value): void => {
    storeChoices({ [name]: next })
    // It is chosen here in any case: nobody waits for the other devices.
    mutate(next, { onError: () => undefined })
  }
  return [values.find((each) => each === stored) ?? values[0], choose]
}
