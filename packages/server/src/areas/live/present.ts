import type { Urls } from '../../common/urls.ts'
import { omitEmail, presentUser } from '../identity/index.ts'
import type { CommitRow, LivePageRow, PresenceRow } from './repository.ts'
import type { LivePage, LiveUpdate } from './schema.ts'

const presentState = ({ sessionId, version, savedVersion, revisionId, problem }: LivePageRow) => ({
  session: sessionId,
  version,
  savedVersion,
  revision: revisionId,
  ...(problem !== null && { problem }),
})

export const presentLivePage = (
  urls: Urls,
  row: LivePageRow,
  { document, people }: { document: unknown; people: readonly PresenceRow[] },
): LivePage => ({
  object: 'live-page',
  ...presentState(row),
  schema: row.schemaVersion,
  document,
  people: people.map((person) => presentPerson(urls, person)),
})

export const presentUpdate = (
  urls: Urls,
  row: LivePageRow,
  { commits, people }: { commits: readonly CommitRow[]; people?: readonly PresenceRow[] | undefined },
): LiveUpdate => ({
  object: 'live-update',
  ...presentState(row),
  commits: commits.map(presentCommit),
  ...(people && { people: people.map((person) => presentPerson(urls, person)) }),
})

const presentCommit = ({
  version,
  userId,
  client,
  ref,
  steps,
}: CommitRow): LiveUpdate['commits'][number] => ({
  version,
  ...(userId !== null && { user: userId }),
  client,
  ref,
  // The steps were written as a list by the committer.
  steps: JSON.parse(steps) as unknown[],
})

const presentPerson = (
  urls: Urls,
  { client, user, version, anchor, head }: PresenceRow,
): LivePage['people'][number] => ({
  client,
  user: omitEmail(presentUser(urls, user)),
  version,
  ...(anchor !== null && head !== null && { cursor: { anchor, head } }),
})
