import type { Hash } from '@verso/revisions'
import { type Queryable, type Sql, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { bytesToHash, hashToBytes } from './hashes.ts'

type ObjectRow = Pick<Tables['objects'], 'hash' | 'bytes'>

export class ObjectRepository {
  async find(on: Queryable, hashes: readonly Hash[]): Promise<{ hash: Hash; bytes: Buffer }[]> {
    const rows = await on.rows<ObjectRow>(sql`
      select hash, bytes from objects where hash = any(${hashes.map(hashToBytes)}::bytea[])`)
    return rows.map(({ hash, bytes }) => ({ hash: bytesToHash(hash), bytes }))
  }

  /**
   * Builds the insert of the objects that are not stored yet. The mark of the garbage collector is removed from the others before the
   * statement looks whether they exist, so that each of them either stays or is inserted again.
   */
  buildInsert(objects: readonly { hash: Buffer; bytes: Uint8Array }[]): Sql {
    const hashes = objects.map(({ hash }) => hash)
    const bytes = objects.map((object) => object.bytes)
    const lengths = bytes.map(({ byteLength }) => byteLength)
    // One bytea parameter is sent in binary. An array of them is sent as hexadecimal text, which takes PostgreSQL five
    // times as long to read as to store.
    return sql`
      with wanted as (
        update objects set unreached_since = null
        where hash = any(${hashes}::bytea[]) and unreached_since is not null
      )
      insert into objects (hash, bytes)
      select hash, substring(${Buffer.concat(bytes)}::bytea from start for length)
      from unnest(${hashes}::bytea[], ${findStarts(lengths)}::integer[], ${lengths}::integer[])
        as given (hash, start, length)
      on conflict do nothing`
  }
}

/** The position at which each of several concatenated pieces starts, counted from 1 as `substring` does. */
function findStarts(lengths: readonly number[]): number[] {
  let next = 1
  return lengths.map((length) => {
    const start = next
    next += length
    return start
  })
}
