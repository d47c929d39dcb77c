/**
 * Copies a block without its keys and anchors, which are derived from its content. Otherwise two annotations with the same
 * body would differ.
 */
export function clearKeys(value: object): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, item: unknown) =>
      name === 'key' ? '' : name === 'meta' ? { id: '' } : item,
    ),
  )
}
