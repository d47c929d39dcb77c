import { useEffect, useRef, useState } from 'react'

/** A value that changes at most once in some time. The first change is taken at once, and the last one is never lost. */
export function useThrottled<Value>(value: Value, intervalMs: number): Value {
  const [taken, setTaken] = useState(value)
  const takenAt = useRef(-Infinity)
  useEffect(() => {
    if (Object.is(value, taken)) return undefined
    const take = (): void => {
      takenAt.current = performance.now()
      setTaken(value)
    }
    const timer = setTimeout(take, Math.max(0, takenAt.current + intervalMs - performance.now()))
    return () => clearTimeout(timer)
  }, [value, taken, intervalMs])
  return taken
}
