import { type Hash, namedBy, type Part } from '@verso/revisions'
import { type Clock, days, hours } from '../../../common/clock.ts'
import { type Database, sql, type Transaction } from '../../../database/database.ts'
import type { FileStore } from '../../../storage/file-store.ts'
import { bytesToHash, emptyContent, hashToBytes } from './object-store.ts'

/** So much time is between the night that something was first seen to be unreached and the one that removes it. */
const grace = 20 * hours
/** How long after a removal every night is one to look. */
const recently = 3 * days
/** Objects that are read, and rows that are removed, at once. */
const batchSize = 500

interface GarbageCollectorDependencies {
  database: Database
  store: FileStore
  clock: Clock
}

/**
 * Removes content that is in no revision any more: what spaces leave behind that were removed for good, files that were
 * stored for a change that was refused, PDFs that are too old.
 *
 * Content is shared and others write while it looks, so that being unreached is not enough. It must have been so a day
 * ago, and nobody may have stored it again since: whoever stores something that is there already takes the mark off it
 * (`ObjectStore.save`, `ClaimingStore.put`). What a new revision has without storing it, it has from another that was
 * there when the new one was made, and so on back to one that was there when the roots were read.
 */
export class GarbageCollector {
  readonly #deps: GarbageCollectorDependencies

  constructor(deps: GarbageCollectorDependencies) {
    this.#deps = deps
  }

  /** For the job, every night: all content is walked through on Sundays, and while something was removed lately. */
  async collectDue(): Promise<void> {
    const now = this.#deps.clock.now()
    const removed = await this.#deps.database.row(sql`
      select from removals where removed_at > ${new Date(now.getTime() - recently)} limit 1`)
    if (removed || now.getUTCDay() === 0) await this.collect()
  }

  async collect(): Promise<void> {
    const now = this.#deps.clock.now()
    const before = new Date(now.getTime() - grace)
    const unnamed = await this.#mark(now)
    await this.#removeObjects(before)
    await this.#removeBlobs(unnamed, before)
  }

  /** Marks what is unreached, takes the mark off what is not, and gives the blobs that nothing names. */
  #mark(now: Date): Promise<string[]> {
    return this.#deps.database.transaction(async (tx) => {
      await tx.execute(sql`
        create temporary table reached (
          hash bytea not null, part text not null, followed boolean not null default false, primary key (hash, part)
        ) on commit drop`)
      await tx.execute(sql`create index on reached (hash) where not followed`)
      await tx.execute(sql`create temporary table named (blob text collate "C" primary key) on commit drop`)
      // What is stored before it is named counts as named.
      const stored = new Set<string>()
      for await (const { blob } of this.#deps.store.list()) stored.add(blob)
      await this.#reach(tx)
      await tx.execute(sql`
        update objects o set unreached_since = null
        where o.unreached_since is not null and exists (select from reached r where r.hash = o.hash)`)
      await tx.execute(sql`
        update objects o set unreached_since = ${now}
        where o.unreached_since is null and not exists (select from reached r where r.hash = o.hash)`)
      const named = await tx.rows<{ blob: string }>(sql`select blob from named`)
      for (const { blob } of named) stored.delete(blob)
      return [...stored]
    })
  }

  /** Fills `reached` and `named`. */
  /** Deletes records of removed spaces that no collection needs any more. */
  async deleteOldRemovals(now: Date): Promise<void> {
    await this.#deps.database.execute(sql`
      delete from removals where removed_at < ${new Date(now.getTime() - 30 * days)}`)
  }

  async #reach(tx: Transaction): Promise<void> {
    await tx.execute(sql`
      insert into reached (hash, part)
      select root, 'root' from revisions union select shown, 'root' from revisions where shown is not null
      union select ${hashToBytes(emptyContent)}::bytea, 'root'`)
    for (;;) {
      const open = await tx.rows<{ hash: Buffer; part: Part; bytes: Buffer | null }>(sql`
        with next as (select hash, part from reached where not followed limit ${batchSize}),
          followed as (
            update reached r set followed = true from next where r.hash = next.hash and r.part = next.part
          )
        select next.hash, next.part, o.bytes from next left join objects o on o.hash = next.hash`)
      if (open.length === 0) break
      const parts: { hash: Hash; part: string; followed: boolean }[] = []
      const blobs = new Set<string>()
      for (const { hash, part, bytes } of open) {
        // Whatever it names is unknown, so nothing may be removed.
        if (!bytes) throw new Error(`the object ${hash.toString('hex')} is missing`)
        const named = await namedBy(bytesToHash(hash), part, bytes)
        parts.push(...named.objects.map((object) => ({ ...object, followed: false })))
        parts.push(
          ...named.documents.map((document) => ({ hash: document, part: 'document', followed: true })),
        )
        for (const blob of named.blobs) blobs.add(blob)
      }
      await tx.execute(sql`
        insert into reached (hash, part, followed)
        select * from unnest(
          ${parts.map(({ hash }) => hashToBytes(hash))}::bytea[], ${parts.map(({ part }) => part)}::text[],
          ${parts.map(({ followed }) => followed)}::boolean[]
        ) on conflict do nothing`)
      await tx.execute(sql`
        insert into named select * from unnest(${[...blobs]}::text[]) on conflict do nothing`)
    }
    // Files are also shown where somebody put their addresses.
    await tx.execute(sql`
      insert into named
      select blob from pdfs union select file ->> 'blob' from uploads
      union select found.address[1] from (
        select customization::text as text from sites union all select customization::text from site_spaces
        union all select logo_url from organizations union all select photo_url from users
        union all select refs::text from document_links
      ) as texts, regexp_matches(texts.text, '/files/([0-9a-f]{64})/', 'g') as found (address)
      on conflict do nothing`)
  }

  async #removeObjects(before: Date): Promise<void> {
    for (;;) {
      const removed = await this.#deps.database.execute(sql`
        delete from objects
        where unreached_since < ${before}
          and hash in (select hash from objects where unreached_since < ${before} limit ${batchSize})`)
      if (removed === 0) break
    }
    await this.#deps.database.execute(sql`
      delete from document_links d where not exists (select from objects o where o.hash = d.document)`)
  }

  async #removeBlobs(unnamed: readonly string[], before: Date): Promise<void> {
    const now = this.#deps.clock.now()
    // In the order of those who claim some, so that nobody waits for each other.
    await this.#deps.database.execute(sql`
      delete from unnamed_blobs where blob in (
        select blob from unnamed_blobs where not blob = any(${[...unnamed]}::text[]) order by blob for update
      )`)
    await this.#deps.database.execute(sql`
      insert into unnamed_blobs (blob, since) select blob, ${now} from unnest(${[...unnamed]}::text[]) as blob
      on conflict do nothing`)
    const due = await this.#deps.database.rows<{ blob: string }>(sql`
      select blob from unnamed_blobs where since < ${before}`)
    for (const { blob } of due) {
      await this.#deps.database.transaction(async (tx) => {
        // Whoever stores it in this moment waits until it is gone, and then stores it.
        const stillDue = await tx.execute(sql`
          delete from unnamed_blobs where blob = ${blob} and since < ${before}`)
        if (stillDue > 0) await this.#deps.store.remove(blob)
      })
    }
  }
}
