import type { Clock } from '../common/clock.ts'
import { type Database, empty, type Sql, sql, type Timestamp } from '../database/database.ts'
import { Batch } from './batch.ts'
import { subjectQueries, type Subjects } from './subjects.ts'

/** Who is asking, from where, and about what. */
export interface Knock {
  /** SHA-256 of the token, in hexadecimal; null without one. */
  tokenHash: string | null
  address: string
  target: string | null
}

/** A signed-in person. */
export interface Caller {
  userId: string
  tokenId: string
  /** What they came with is good in this organization only. */
  organizationId?: string
}

export interface Admitted<Kind extends keyof Subjects | 'none'> {
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
  tokenId: string | null
  userId: string | null
  within: string | null
  lastUsedAt: Timestamp | null
  /** The subject's own columns follow; `id` is null when there is no subject. */
  id: string | null
}

/** A last use is written down once a minute: nobody needs it finer, and it would be a write per request. */
const lastUseGrain = 60_000

/**
 * The door: one round trip answers who the caller is, how often they came, what they ask about and what they
 * may do with it. Requests that arrive while the database is busy with others share one statement.
 */
export class Admission {
  readonly #database: Database
  readonly #clock: Clock
  readonly #counting: boolean
  readonly #onError: (error: unknown) => void
  readonly #batches: Record<keyof Subjects | 'none', Batch<Knock, AdmissionRow>>

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

  async admit<Kind extends keyof Subjects | 'none'>(kind: Kind, knock: Knock): Promise<Admitted<Kind>> {
    const row = await this.#batches[kind].add(knock)
    const { n: _n, limitKey: _key, requests, tokenId, userId, within, lastUsedAt: _used, ...subject } = row
    return {
      caller:
        tokenId !== null && userId !== null
          ? { tokenId, userId, ...(within !== null && { organizationId: within }) }
          : undefined,
      // The columns were chosen by the kind; the compiler cannot follow that through SQL.
      subject: (subject.id == null ? undefined : subject) as Admitted<Kind>['subject'],
      requests,
    }
  }

  #batch(kind: keyof Subjects | 'none'): Batch<Knock, AdmissionRow> {
    return new Batch(async (knocks) => {
      const rows = await this.#database.rows<AdmissionRow>(this.#query(kind, knocks))
      rows.sort((a, b) => a.n - b.n)
      spreadCounts(rows)
      this.#rememberUse(rows)
      return rows
    })
  }

  #query(kind: keyof Subjects | 'none', knocks: Knock[]): Sql {
    const now = this.#clock.now()
    const { columns, joins } =
      kind === 'none' ? { columns: sql`null as id`, joins: empty } : subjectQueries[kind]
    return sql`
      with asked as (
        select * from unnest(
          ${knocks.map((knock) => knock.tokenHash)}::text[],
          ${knocks.map((knock) => knock.address)}::text[],
          ${knocks.map((knock) => knock.target)}::text[]
        ) with ordinality as asked (hash, address, target, n)
      ), identified as (
        select asked.n, asked.target, t.id as token_id, t.user_id, t.organization_id as within, t.last_used_at,
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
      tokenId !== null && (lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) > lastUseGrain)
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
  select limit_key, ${Math.floor(now.getTime() / 60_000)}::bigint, count(*)
  from identified group by limit_key order by limit_key
  on conflict (key) do update set
    minute = excluded.minute,
    count = case when r.minute = excluded.minute then r.count + excluded.count else excluded.count end
  returning r.key, r.count
)`

/** The statement counted a batch at once; its requests get their own numbers, the last one the highest. */
function spreadCounts(rows: AdmissionRow[]): void {
  const later = new Map<string, number>()
  for (const row of rows.toReversed()) {
    const behind = later.get(row.limitKey) ?? 0
    later.set(row.limitKey, behind + 1)
    row.requests -= behind
  }
}
