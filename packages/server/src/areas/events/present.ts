import type { EventRow } from './repository.ts'
import type { OrganizationEvent } from './schema.ts'

export const presentEvent = ({
  position,
  type,
  scope,
  subjectId,
  data,
  createdAt,
}: EventRow): OrganizationEvent => ({
  object: 'event',
  id: String(position),
  // The triggers of the migrations write these types and no others.
  type: type as OrganizationEvent['type'],
  createdAt,
  ...(subjectId !== null && scope !== 'organization' && scope !== 'members' && { [scope]: subjectId }),
  ...data,
})

/** An event that is about the stream itself. */
export const presentMark = (type: 'ready' | 'reset', position: number, now: Date): OrganizationEvent => ({
  object: 'event',
  id: String(position),
  type,
  createdAt: now.toISOString(),
})
