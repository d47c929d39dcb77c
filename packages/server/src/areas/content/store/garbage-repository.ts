import type { Hash, RevisionPart } from '@verso/revisions'
import { type Database, type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { bytesToHash, emptyRootHash, hashToBytes } from './hashes.ts'

/** An object that a revision reaches. `bytes` is null where the object is missing from the database. */
export interface ReachedObject {
  hash: Hash
  part: RevisionPart
  bytes: Tables['objects']['bytes'] | null
}

/**
 * The statements of the garbage collector. While it marks, the temporary table `reached` has the objects that revisions
 * reach (`followed` once the objects that they name are in it too), and `named` has the blobs that something names.
 */
export class GarbageRepository {
  async hasRemovalSince(on: Queryable, since: Date): Promise<boolean> {
    const row = await on.row(sql`
      select from removals where removed_at > ${since} limit 1`)
    return row !== undefined
  }

  async deleteRemovalsBefore(on: Queryable, before: Date): Promise<void> {
    await on.execute(sql`
      delete from removals where removed_at < ${before}`)
  }

  async createMarkTables(tx: Transaction): Promise<void> {
    await tx.execute(sql`
        create temporary table reached (
          hash bytea not null, part text not null, followed boolean not null default false, primary key (hash, part)
        ) on commit drop`)
    await tx.execute(sql`create index on reached (hash) where not followed`)
    await tx.execute(sql`create temporary table named (blob text collate "C" primary key) on commit drop`)
  }

  async insertRoots(tx: Transaction): Promise<void> {
    await tx.execute(sql`
      insert into reached (hash, part)
      select root, 'root' from revisions union select shown, 'root' from revisions where shown is not null
      union select ${hashToBytes(emptyRootHash)}::bytea, 'root'`)
  }

  /** Takes the next reached objects that were not followed yet, and marks them as followed. */
  async takeUnfollowed(tx: Transaction, limit: number): Promise<ReachedObject[]> {
    const rows = await tx.rows<Omit<ReachedObject, 'hash'> & { hash: Buffer }>(sql`
        with next as (select hash, part from reached where not followed limit ${limit}),
          followed as (
            update reached r set followed = true from next where r.hash = next.hash and r.part = next.part
          )
        select next.hash, next.part, o.bytes from next left join objects o on o.hash = next.hash`)
    return rows.map(({ hash, part, bytes }) => ({ hash: bytesToHash(hash), part, bytes }))
  }

  async insertReached(
    tx: Transaction,
    parts: readonly { hash: Hash; part: string; followed: boolean }[],
  ): Promise<void> {
    await tx.execute(sql`
        insert into reached (hash, part, followed)
        select * from unnest(
          ${parts.map(({ hash }) => hashToBytes(hash))}::bytea[], ${parts.map(({ part }) => part)}::text[],
          ${parts.map(({ followed }) => followed)}::boolean[]
        ) on conflict do nothing`)
  }

  async insertNamedBlobs(tx: Transaction, blobs: readonly string[]): Promise<void> {
    await tx.execute(sql`
        insert into named select * from unnest(${[...blobs]}::text[]) on conflict do nothing`)
  }

  /** Adds the blobs that are named outside of revisions: by PDFs, by uploads, and in URLs of files. */
  async insertBlobsNamedElsewhere(tx: Transaction): Promise<void> {
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

  /** Forgets the narrower versions of pictures that nothing names, and adds those of the others. */
  async insertPictureSizes(tx: Transaction): Promise<void> {
    await tx.execute(sql`
      delete from picture_sizes p where not exists (select from named n where n.blob = p.source)`)
    await tx.execute(sql`
      insert into named select blob from picture_sizes where blob is not null on conflict do nothing`)
  }

  async listNamedBlobs(tx: Transaction): Promise<string[]> {
    const rows = await tx.rows<{ blob: string }>(sql`select blob from named`)
    return rows.map(({ blob }) => blob)
  }

  /** Marks the objects that are not reached, and takes the mark off those that are. */
  async markUnreachedObjects(tx: Transaction, now: Date): Promise<void> {
    await tx.execute(sql`
        update objects o set unreached_since = null
        where o.unreached_since is not null and exists (select from reached r where r.hash = o.hash)`)
    await tx.execute(sql`
        update objects o set unreached_since = ${now}
        where o.unreached_since is null and not exists (select from reached r where r.hash = o.hash)`)
  }

  /** Deletes some of the objects that were marked before a moment, and returns how many. */
  deleteUnreachedObjects(on: Queryable, before: Date, limit: number): Promise<number> {
    return on.execute(sql`
        delete from objects
        where unreached_since < ${before}
          and hash in (select hash from objects where unreached_since < ${before} limit ${limit})`)
  }

  async deleteLinksOfDeletedDocuments(on: Queryable): Promise<void> {
    await on.execute(sql`
      delete from document_links d where not exists (select from objects o where o.hash = d.document)`)
  }

  /** Marks exactly these blobs as named by nothing. */
  async markUnnamedBlobs(database: Database, unnamed: readonly string[], now: Date): Promise<void> {
    // Rows are locked in the order in which `claimBlobs` locks them: otherwise the two could deadlock.
    await database.execute(sql`
      delete from unnamed_blobs where blob in (
        select blob from unnamed_blobs where not blob = any(${[...unnamed]}::text[]) order by blob for update
      )`)
    await database.execute(sql`
      insert into unnamed_blobs (blob, since) select blob, ${now} from unnest(${[...unnamed]}::text[]) as blob
      on conflict do nothing`)
  }

  async listUnnamedBlobs(on: Queryable, before: Date): Promise<string[]> {
    const rows = await on.rows<Pick<Tables['unnamed_blobs'], 'blob'>>(sql`
      select blob from unnamed_blobs where since < ${before}`)
    return rows.map(({ blob }) => blob)
  }

  /** Deletes the mark of a blob, and says whether it still had one from before the moment. */
  async deleteUnnamedBlob(tx: Transaction, blob: string, before: Date): Promise<boolean> {
    const count = await tx.execute(sql`
          delete from unnamed_blobs where blob = ${blob} and since < ${before}`)
    return count > 0
  }

  /** Takes the marks off blobs that are stored again. Waits while one of them is being removed. */
  async claimBlobs(on: Queryable, blobs: readonly string[]): Promise<void> {
    // Rows are locked in one order, so that two claims of the same blobs cannot deadlock.
    await on.execute(sql`
        delete from unnamed_blobs where blob in (
          select blob from unnamed_blobs where blob = any(${[...blobs]}::text[]) order by blob for update
        )`)
  }
}
