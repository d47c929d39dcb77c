import { type Clock, days } from '../common/clock.ts'
import { type Database, empty, isTimeout, type Sql, sql } from '../database/database.ts'
import type { Tables } from '../database/schema/tables.ts'
import { QueryBatcher } from '../common/query-batcher.ts'
import { selectColumns, type SubjectDetails, subjectJoins, type Subjects } from './subjects.ts'

/** The credentials, the address and the subject of a request. */
export interface AdmissionRequest {
  /** SHA-256 of the token, in hexadecimal; null without one. */
  tokenHash: string | null
  address: string
  subjectId: string | null
}

/** A signed-in person. */
export interface Caller {
  userId: string
  tokenId: string
  /** Set when their token or session is limited to one organization. */
  organizationId?: string
  /** Set when their token is limited to one space or site: its id. */
  contentId?: string
  /** Set when their token only reads. */
  isReadOnly?: true
  /** When they last showed who they are, if they came with a session and not with an access token. */
  signedInAt?: string
}

export interface AdmissionResult<Kind extends keyof Subjects | 'none'> {
  /** Undefined when there was no token, or one that is unknown, revoked or expired. */
  caller: Caller | undefined
  /** Undefined when it does not exist, or the caller is not a member of its organization. */
  subject: Kind extends keyof Subjects ? Subjects[Kind] | undefined : undefined
  /** The requests of this caller in the current minute, including this one; 0 when requests are not counted. */
  requests: number
}

interface AdmissionRow {
  n: number
  limitKey: string
  requests: number
  tokenId: Tables['tokens']['id'] | null
  userId: Tables['tokens']['userId'] | null
  within: Tables['tokens']['organizationId']
  contentId: string | null
  isReadOnly: Tables['tokens']['readOnly'] | null
  lastUsedAt: Tables['tokens']['lastUsedAt']
  signedInAt: Tables['tokens']['signedInAt']
  /** The subject's own columns follow; `id` is null when there is no subject. */
  id: string | null
}

/** The content of a row. Equal requests of one batch share it, so it must not be modified. */
interface AdmissionEntry {
  limitKey: string
  requests: number
  caller: Caller | undefined
  /** The columns depend on the kind of subject. */
  subject: { id: string | null } | undefined
}

/** The last use of a token is stored at most this often, because storing it for each request would be too many writes. */
const LAST_USE_INTERVAL_MS = 60_000

/** The session of an account ends when it was not used for this long. */
export const MAX_UNUSED_SESSION_MS = 30 * days
/** It ends this long after it began, however much it was used. */
export const MAX_SESSION_MS = 90 * days

/** Every request needs this statement, so it has connections of its own, and waits for a lock only briefly. */
const ADMISSION_CONNECTIONS = 10
const ADMISSION_LOCK_TIMEOUT_MS = 3000
const ADMISSION_STATEMENT_TIMEOUT_MS = 10_000

/**
 * Authenticates, counts and looks up the subject of a request in one statement. Requests that arrive while the database
 * is busy share a statement.
 */
export class Admission {
  readonly #database: Database
  readonly #admissionDatabase: Database
  readonly #clock: Clock
  readonly #isCounting: boolean
  readonly #onError: (error: unknown) => void
  /** One for each kind of subject, and for each set of details. */
  readonly #batches = new Map<
    keyof Subjects | 'none' | SubjectDetails<object>,
    QueryBatcher<AdmissionRequest, AdmissionEntry>
  >()

  constructor(
    database: Database,
    clock: Clock,
    { isCounting, onError }: { isCounting: boolean; onError: (error: unknown) => void },
  ) {
    this.#database = database
    this.#admissionDatabase = database.withSettings([], {
      name: 'admission',
      connections: ADMISSION_CONNECTIONS,
      timeouts: { lockMs: ADMISSION_LOCK_TIMEOUT_MS, statementMs: ADMISSION_STATEMENT_TIMEOUT_MS },
    })
    this.#clock = clock
    this.#isCounting = isCounting
    this.#onError = onError
  }

  /** @param details further columns of the subject, for routes that present them. */
  async admit<Kind extends keyof Subjects | 'none'>(
    kind: Kind,
    request: AdmissionRequest,
    details?: SubjectDetails<object>,
  ): Promise<AdmissionResult<Kind>> {
    const { caller, subject, requests } = await this.#findBatch(kind, details).add(request)
    // The columns were chosen by the kind; the compiler cannot follow that through SQL.
    return { caller, subject: subject as AdmissionResult<Kind>['subject'], requests }
  }

  /** Throws if no request can be admitted, because the database does not answer the statement. */
  async check(): Promise<void> {
    await this.admit('space', { tokenHash: null, address: 'readiness', subjectId: null })
  }

  #findBatch(
    kind: keyof Subjects | 'none',
    details: SubjectDetails<object> | undefined,
  ): QueryBatcher<AdmissionRequest, AdmissionEntry> {
    // Visitors are admitted without a subject, also on routes that present details of one.
    const key = kind === 'none' ? kind : (details ?? kind)
    let batch = this.#batches.get(key)
    if (!batch) this.#batches.set(key, (batch = this.#createBatch(kind, details)))
    return batch
  }

  #createBatch(
    kind: keyof Subjects | 'none',
    details: SubjectDetails<object> | undefined,
  ): QueryBatcher<AdmissionRequest, AdmissionEntry> {
    const subject =
      kind === 'none'
        ? { columns: sql`null as id`, joins: empty }
        : { columns: selectColumns(kind, details), joins: subjectJoins[kind] }
    return new QueryBatcher(
      async (requests) => {
        const { distinct, indexes } = groupEqualRequests(requests)
        const rows = await this.#admissionDatabase.rows<AdmissionRow>(this.#query(subject, distinct))
        rows.sort((a, b) => a.n - b.n)
        this.#storeLastUse(rows, distinct)
        return spreadCounts(rows.map(readEntry), indexes)
      },
      // One caller whose row is locked must not keep the others who share the statement.
      { isNeeded: isTimeout, getKey: ({ tokenHash, address }) => tokenHash ?? address },
    )
  }

  #query({ columns, joins }: { columns: Sql; joins: Sql }, requests: CountedRequest[]): Sql {
    const now = this.#clock.now()
    return sql`
      with asked as (
        select * from unnest(
          ${requests.map((request) => request.tokenHash)}::text[],
          ${requests.map((request) => request.address)}::text[],
          ${requests.map((request) => request.subjectId)}::text[],
          ${requests.map((request) => request.times)}::integer[]
        ) with ordinality as asked (hash, address, target, times, n)
      ), identified as (
        select asked.n, asked.target, asked.times, t.id as token_id, t.user_id, t.organization_id as within, t.last_used_at,
          coalesce(t.space_id, t.site_id) as content_id, t.read_only,
          t.signed_in_at,
          coalesce(t.id, asked.address) as limit_key
        from asked
        left join tokens t on t.hash = decode(asked.hash, 'hex') and (t.expires_at is null or t.expires_at > ${now})
      )
      ${this.#isCounting ? countRequests(now) : empty}
      select i.n, i.limit_key as "limitKey", ${this.#isCounting ? sql`counted.count` : sql`0`} as requests,
        i.token_id as "tokenId", i.user_id as "userId", i.within, i.last_used_at as "lastUsedAt",
        i.content_id as "contentId", i.read_only as "isReadOnly",
        i.signed_in_at as "signedInAt",
        ${columns}
      from identified i
      ${this.#isCounting ? sql`join counted on counted.key = i.limit_key` : empty}
      ${joins}`
  }

  /** @param requests those that the rows answer, in the same order. */
  #storeLastUse(rows: readonly AdmissionRow[], requests: readonly AdmissionRequest[]): void {
    const now = this.#clock.now()
    const uses = rows.flatMap(({ n, tokenId, lastUsedAt }) =>
      tokenId !== null &&
      (lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) > LAST_USE_INTERVAL_MS)
        ? [{ tokenId, address: requests[n - 1]?.address ?? null }]
        : [],
    )
    if (uses.length === 0) return
    // Rows are locked in the same order, so that two processes that update the same tokens cannot deadlock.
    this.#database
      .execute(sql`
        with used as (
          select distinct on (id) id, address
          from unnest(
            ${uses.map(({ tokenId }) => tokenId)}::text[], ${uses.map(({ address }) => address)}::text[]
          ) as used (id, address)
        ), locked as (
          select t.id from tokens t where t.id in (select id from used) order by t.id for update
        )
        update tokens t set
          last_used_at = ${now},
          last_address = case when t.kind = 'session' then used.address end,
          expires_at = case
            when t.kind = 'session' and t.saml_provider_id is null and t.oidc_provider_id is null then
              least(
                ${new Date(now.getTime() + MAX_UNUSED_SESSION_MS)}::timestamptz,
                t.created_at + ${MAX_SESSION_MS} * interval '1 millisecond'
              )
            else t.expires_at
          end
        from used join locked using (id)
        where t.id = used.id`)
      .catch(this.#onError)
  }
}

/** The rows are sorted, so that two statements that count the same callers lock them in the same order. */
const countRequests = (now: Date): Sql => sql`, counted as (
  insert into rate_limits as r (key, minute, count)
  select limit_key, ${Math.floor(now.getTime() / 60_000)}::bigint, sum(times)
  from identified group by limit_key order by limit_key
  on conflict (key) do update set
    minute = excluded.minute,
    count = case when r.minute = excluded.minute then r.count + excluded.count else excluded.count end
  returning r.key, r.count
)`

interface CountedRequest extends AdmissionRequest {
  times: number
}

/** Groups equal requests, which are frequent under load, so that each is looked up once. */
function groupEqualRequests(requests: readonly AdmissionRequest[]): {
  distinct: CountedRequest[]
  indexes: number[]
} {
  const distinct: CountedRequest[] = []
  const indexByKey = new Map<string, number>()
  const indexes = requests.map((request) => {
    const key = `${request.tokenHash} ${request.subjectId} ${request.address}`
    const index = indexByKey.get(key)
    const first = index === undefined ? undefined : distinct[index]
    if (index !== undefined && first) {
      first.times++
      return index
    }
    indexByKey.set(key, distinct.length)
    return distinct.push({ ...request, times: 1 }) - 1
  })
  return { distinct, indexes }
}

function readEntry(row: AdmissionRow): AdmissionEntry {
  const {
    n: _n,
    limitKey,
    requests,
    tokenId,
    userId,
    within,
    contentId,
    isReadOnly,
    lastUsedAt: _used,
    signedInAt,
    ...subject
  } = row
  return {
    limitKey,
    requests,
    caller:
      tokenId !== null && userId !== null
        ? Object.freeze({
            tokenId,
            userId,
            ...(within !== null && { organizationId: within }),
            ...(contentId !== null && { contentId }),
            ...(isReadOnly === true && { isReadOnly }),
            ...(signedInAt !== null && { signedInAt }),
          })
        : undefined,
    subject: subject.id == null ? undefined : Object.freeze(subject),
  }
}

/** The statement counts a batch at once. This gives each request its own count, and the last one the highest. */
function spreadCounts(entries: readonly AdmissionEntry[], indexes: readonly number[]): AdmissionEntry[] {
  const laterRequests = new Map<string, number>()
  return indexes
    .toReversed()
    .flatMap((index) => {
      const entry = entries[index]
      if (!entry) return []
      const laterCount = laterRequests.get(entry.limitKey) ?? 0
      laterRequests.set(entry.limitKey, laterCount + 1)
      return [{ ...entry, requests: entry.requests - laterCount }]
    })
    .toReversed()
}
