/** What a parameter of a path names, in the words of the tags. */
const kinds = new Map([
  ['organizationId', 'organization'],
  ['siteId', 'site'],
  ['collectionId', 'collection'],
  ['spaceId', 'space'],
  ['revisionId', 'revision'],
  ['userId', 'user'],
])

export const cacheTagHeader = 'x-gitbook-cache-tag'

/**
 * What an answer depends on, for those who keep it: when something of it changes, whoever keeps answers is told its
 * tag and forgets what carries it.
 */
export function createCacheTags(params: Readonly<Record<string, string>>): string {
  let tags = ''
  const add = (tag: string) => {
    if (isPlain(tag)) tags += tags === '' ? tag : `,${tag}`
  }
  for (const name in params) {
    const kind = kinds.get(name)
    if (kind !== undefined) add(`${kind}:${params[name]}`)
  }
  const { spaceId, changeRequestId } = params
  if (spaceId !== undefined && changeRequestId !== undefined) {
    add(changeRequestTag(spaceId, changeRequestId))
  }
  return tags
}

/** A change request has two names, its id and its number: both are tags of it. */
export const changeRequestTag = (spaceId: string, name: string | number): string =>
  `change-request:${spaceId}/${name}`

// Parameters are whatever was asked for; a header is not.
const isPlain = (tag: string): boolean => /^[\w:./-]{1,200}$/.test(tag)
