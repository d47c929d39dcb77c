import { useState } from 'react'

/** Changes of one thing within this time are one step, such as dragging in a field for colours. */
const SAME_STEP_MS = 800
const MAX_STEPS = 200

interface History<Value> {
  past: readonly Value[]
  present: Value
  future: readonly Value[]
  last: { key: string; at: number }
}

/** A value whose changes can be undone and done again. */
export function useHistory<Value>(initial: Value) {
  const [history, setHistory] = useState<History<Value>>({
    past: [],
    present: initial,
    future: [],
    last: { key: '', at: 0 },
  })
  return {
    value: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** `key` says what is changed: quick changes of the same thing are undone together. */
    change: (key: string, update: (value: Value) => Value): void =>
      setHistory(({ past, present, last }) => {
        const at = Date.now()
        const isSameStep = key === last.key && at - last.at < SAME_STEP_MS
        return {
          past: isSameStep ? past : [...past, present].slice(-MAX_STEPS),
          present: update(present),
          future: [],
          last: { key, at },
        }
      }),
    undo: (): void =>
      setHistory((current) => {
        const previous = current.past.at(-1)
        if (current.past.length === 0 || previous === undefined) return current
        return {
          past: current.past.slice(0, -1),
          present: previous,
          future: [current.present, ...current.future],
          last: { key: '', at: 0 },
        }
      }),
    redo: (): void =>
      setHistory((current) => {
        const [next, ...future] = current.future
        if (next === undefined) return current
        return { past: [...current.past, current.present], present: next, future, last: { key: '', at: 0 } }
      }),
  }
}
