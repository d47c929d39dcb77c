/** Collections and spaces. */
export const content = {
  emptyCollectionTitle: 'This collection is empty',
  emptyCollectionText: 'A collection groups spaces that belong together and share who may see them.',
} as const
