import type { Clock } from '../common/clock.ts'
import { type Database, empty, type Sql, sql } from '../database/database.ts'
import type { Tables } from '../database/schema/tables.ts'
import { QueryBatcher } from '../common/query-batcher.ts'
import { subjectQueries, type Subjects } from './subjects.ts'

/** Who is asking, from where, and about what. */
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
  /** What they came with is good in this organization only. */
  organizationId?: string
}

export interface AdmissionResult<Kind extends keyof Subjects | 'none'> {
  /** Undefined when there was no token, or one that is unknown, revoked or expired. */
  caller: Caller | undefined
  /** Undefined when there is none, or the caller is no member of its organization. */
  subject: Kind extends keyof Subjects ? Subjects[Kind] | undefined : undefined
  /** Requests of this caller in the current minute, with this one; 0 when nobody counts. */
  requests: number
}

interface AdmissionRow {
  n: number
  limitKey: string
  requests: number
  tokenId: Tables['tokens']['id'] | null
  userId: Tables['tokens']['userId'] | null
  within: Tables['tokens']['organizationId']
  lastUsedAt: Tables['tokens']['lastUsedAt']
  /** The subject's own columns follow; `id` is null when there is no subject. */
  id: string | null
}

/** What a row says; the same for all that knocked alike at the same time, who must not change it. */
interface AdmissionAnswer {
  limitKey: string
  requests: number
  caller: Caller | undefined
  /** With the columns of its kind. */
  subject: { id: string | null } | undefined
}

/** A last use is written down once a minute: nobody needs it finer, and it would be a write per request. */
const LAST_USE_INTERVAL_MS = 60_000

/**
 * The door: one round trip answers who the caller is, how often they came, what they ask about and what they
 * may do with it. Requests that arrive while the database is busy with others share one statement.
 */
export class Admission {
  readonly #database: Database
  readonly #clock: Clock
  readonly #counting: boolean
  readonly #onError: (error: unknown) => void
  readonly #batches: Record<keyof Subjects | 'none', QueryBatcher<AdmissionRequest, AdmissionAnswer>>

  constructor(
    database: Database,
    clock: Clock,
    { counting, onError }: { counting: boolean; onError: (error: unknown) => void },
  ) {
    this.#database = database
    this.#clock = clock
    this.#counting = counting
    this.#onError = onError
    this.#batches = {
      none: this.#batch('none'),
      organization: this.#batch('organization'),
      collection: this.#batch('collection'),
      space: this.#batch('space'),
      site: this.#batch('site'),
    }
  }

  async admit<Kind extends keyof Subjects | 'none'>(
    kind: Kind,
    knock: AdmissionRequest,
  ): Promise<AdmissionResult<Kind>> {
    const { caller, subject, requests } = await this.#batches[kind].add(knock)
    // The columns were chosen by the kind; the compiler cannot follow that through SQL.
    return { caller, subject: subject as AdmissionResult<Kind>['subject'], requests }
  }

  #batch(kind: keyof Subjects | 'none'): QueryBatcher<AdmissionRequest, AdmissionAnswer> {
    return new QueryBatcher(async (knocks) => {
      const { distinct, places } = groupEqualRequests(knocks)
      const rows = await this.#database.rows<AdmissionRow>(this.#query(kind, distinct))
      rows.sort((a, b) => a.n - b.n)
      this.#rememberUse(rows)
      return spreadCounts(rows.map(readAnswer), places)
    })
  }

  #query(kind: keyof Subjects | 'none', knocks: CountedRequest[]): Sql {
    const now = this.#clock.now()
    const { columns, joins } =
      kind === 'none' ? { columns: sql`null as id`, joins: empty } : subjectQueries[kind]
    return sql`
      with asked as (
        select * from unnest(
          ${knocks.map((knock) => knock.tokenHash)}::text[],
          ${knocks.map((knock) => knock.address)}::text[],
          ${knocks.map((knock) => knock.subjectId)}::text[],
          ${knocks.map((knock) => knock.times)}::integer[]
        ) with ordinality as asked (hash, address, target, times, n)
      ), identified as (
        select asked.n, asked.target, asked.times, t.id as token_id, t.user_id, t.organization_id as within, t.last_used_at,
          coalesce(t.id, asked.address) as limit_key
        from asked
        left join tokens t on t.hash = decode(asked.hash, 'hex') and (t.expires_at is null or t.expires_at > ${now})
      )
      ${this.#counting ? countRequests(now) : empty}
      select i.n, i.limit_key as "limitKey", ${this.#counting ? sql`counted.count` : sql`0`} as requests,
        i.token_id as "tokenId", i.user_id as "userId", i.within, i.last_used_at as "lastUsedAt",
        ${columns}
      from identified i
      ${this.#counting ? sql`join counted on counted.key = i.limit_key` : empty}
      ${joins}`
  }

  #rememberUse(rows: AdmissionRow[]): void {
    const now = this.#clock.now()
    const stale = rows.flatMap(({ tokenId, lastUsedAt }) =>
      tokenId !== null &&
      (lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) > LAST_USE_INTERVAL_MS)
        ? [tokenId]
        : [],
    )
    if (stale.length === 0) return
    // Locked in one order, so that two processes that remember the same tokens cannot block each other.
    this.#database
      .execute(sql`
        update tokens set last_used_at = ${now}
        where id in (select id from tokens where id = any(${stale}) order by id for update)`)
      .catch(this.#onError)
  }
}

/** Sorted, so that two statements that count the same callers lock them in the same order. */
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

/** Who knocks often, knocks for the same again and again: each is asked for once. */
function groupEqualRequests(knocks: readonly AdmissionRequest[]): {
  distinct: CountedRequest[]
  places: number[]
} {
  const distinct: CountedRequest[] = []
  const known = new Map<string, number>()
  const places = knocks.map((knock) => {
    const key = `${knock.tokenHash} ${knock.subjectId} ${knock.address}`
    const place = known.get(key)
    const first = place === undefined ? undefined : distinct[place]
    if (place !== undefined && first) {
      first.times++
      return place
    }
    known.set(key, distinct.length)
    return distinct.push({ ...knock, times: 1 }) - 1
  })
  return { distinct, places }
}

function readAnswer(row: AdmissionRow): AdmissionAnswer {
  const { n: _n, limitKey, requests, tokenId, userId, within, lastUsedAt: _used, ...subject } = row
  return {
    limitKey,
    requests,
    caller:
      tokenId !== null && userId !== null
        ? Object.freeze({ tokenId, userId, ...(within !== null && { organizationId: within }) })
        : undefined,
    subject: subject.id == null ? undefined : Object.freeze(subject),
  }
}

/** The statement counted a batch at once; its requests get their own numbers, the last one the highest. */
function spreadCounts(answers: readonly AdmissionAnswer[], places: readonly number[]): AdmissionAnswer[] {
  const later = new Map<string, number>()
  return places
    .toReversed()
    .flatMap((place) => {
      const answer = answers[place]
      if (!answer) return []
      const behind = later.get(answer.limitKey) ?? 0
      later.set(answer.limitKey, behind + 1)
      return [{ ...answer, requests: answer.requests - behind }]
    })
    .toReversed()
}
