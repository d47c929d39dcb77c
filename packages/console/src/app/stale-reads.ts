import type { OrganizationEvent } from '../api/operations.ts'

/** What a read was given: the parameters of its path, and more. */
interface ReadInput {
  organizationId?: unknown
  spaceId?: unknown
  changeRequestId?: unknown
  commentId?: unknown
}

type Rule = (event: OrganizationEvent, operation: string, input: ReadInput) => boolean

const ofSpace: Rule = ({ space }, _operation, { spaceId }) => spaceId === space
/** In an address, a change request is its id or its number, so all those of the space are read again. */
const ofChangeRequests: Rule = (event, operation, input) =>
  (ofSpace(event, operation, input) &&
    (input.changeRequestId !== undefined || operation === 'listChangeRequestsForSpace')) ||
  operation === 'listChangeRequestsForOrganization'
const ofComments: Rule = (event, operation, input) =>
  event.changeRequest === undefined
    ? // A space says how many comments it has.
      ofSpace(event, operation, input) && /comment|^getSpaceById$/i.test(operation)
    : ofChangeRequests(event, operation, input)
const ofContent: Rule = (_event, operation) =>
  /^list(Spaces|Collections)/.test(operation) || /^get(Collection|Space)ById$/.test(operation)
const ofPeople: Rule = (_event, operation) => /Member|Team|Invit|Permission/.test(operation)
const ofEverything: Rule = () => true

/** Which reads an event makes stale. */
const rules: Record<OrganizationEvent['type'], Rule> = {
  ready: () => false,
  reset: ofEverything,
  access_changed: ofEverything,
  space_created: ofContent,
  space_removed: ofContent,
  space_updated: (event, operation, input) =>
    ofContent(event, operation, input) || ofSpace(event, operation, input),
  // Whether a change request can be merged depends on the content of its space too.
  space_content_updated: (event, operation, input) =>
    ofSpace(event, operation, input) || ofContent(event, operation, input),
  collection_updated: ofContent,
  site_updated: (_event, operation) => /Site/.test(operation),
  change_request_created: ofChangeRequests,
  change_request_updated: ofChangeRequests,
  change_request_status_updated: (event, operation, input) =>
    ofChangeRequests(event, operation, input) || ofContent(event, operation, input),
  change_request_content_updated: ofChangeRequests,
  change_request_conflicted: ofChangeRequests,
  planned_merge_ended: ofChangeRequests,
  comment_created: ofComments,
  comment_updated: ofComments,
  comment_deleted: ofComments,
  comment_replied: ofComments,
  review_requested: ofChangeRequests,
  review_submitted: ofChangeRequests,
  review_updated: ofChangeRequests,
  job_updated: (event, operation, input) =>
    /Job|ImportRun|Translation/.test(operation) ||
    (/Git/.test(operation) && ofSpace(event, operation, input)),
  member_updated: ofPeople,
  team_updated: ofPeople,
  notifications_updated: (_event, operation) => operation === 'listNotifications',
}

/** Every type of event: each has its rule. */
// `Object.keys` forgets the type of the keys.
export const eventTypes = Object.keys(rules) as OrganizationEvent['type'][]

/** A condition on keys of reads: whether one of the events is about what was read. */
export function findStaleReads(
  events: readonly OrganizationEvent[],
  organizationId: string,
): (key: readonly unknown[]) => boolean {
  return ([operation, input]) => {
    if (typeof operation !== 'string') return false
    // Every read has its operation and its input in its key.
    const given = (input ?? {}) as ReadInput
    if (given.organizationId !== undefined && given.organizationId !== organizationId) return false
    return events.some((event) => rules[event.type](event, operation, given))
  }
}
