import type { Attrs } from 'prosemirror-model'

/** The attributes of a node as the data of a block: what is null is absent. Values are copied, because nodes share them. */
export function readData(attrs: Attrs): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(attrs)) if (value !== null) data[name] = structuredClone(value)
  return data
}
