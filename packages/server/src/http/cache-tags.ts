/** The kind in a tag, by the name of the path parameter. */
const tagKinds = new Map([
  ['organizationId', 'organization'],
  ['siteId', 'site'],
  ['collectionId', 'collection'],
  ['spaceId', 'space'],
  ['revisionId', 'revision'],
  ['userId', 'user'],
])

export const cacheTagHeader = 'x-gitbook-cache-tag'

/**
 * Creates the cache tags of a response, which name the objects that it depends on. When one of them changes, caches are
 * told its tag and drop all responses that have it.
 */
export function createCacheTags(params: Readonly<Record<string, string>>): string {
  let tags = ''
  const add = (tag: string) => {
    if (isValidTag(tag)) tags += tags === '' ? tag : `,${tag}`
  }
  for (const name in params) {
    const kind = tagKinds.get(name)
    if (kind !== undefined) add(`${kind}:${params[name]}`)
  }
  const { spaceId, changeRequestId } = params
  if (spaceId !== undefined && changeRequestId !== undefined) {
    add(changeRequestTag(spaceId, changeRequestId))
  }
  return tags
}

/** Creates a tag of a change request. It has two: one with its id and one with its number. */
export const changeRequestTag = (spaceId: string, name: string | number): string =>
  `change-request:${spaceId}/${name}`

// Path parameters can hold any text, but a header cannot.
const isValidTag = (tag: string): boolean => /^[\w:./-]{1,200}$/.test(tag)
