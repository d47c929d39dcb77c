import { type ReactNode, useState } from 'react'

interface KeepProps<Value> {
  initial: Value
  children: (value: Value, onChange: (value: Value) => void) => ReactNode
}

/** Keeps the value of a part, as a form would. */
export function Keep<Value>({ initial, children }: KeepProps<Value>) {
  const [value, setValue] = useState(initial)
  return children(value, setValue)
}
