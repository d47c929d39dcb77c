import type { FileRecord } from '@verso/revisions'
import { type Queryable, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { UploadKind } from './schema.ts'

export type StoredUpload = Pick<Tables['uploads'], 'key' | 'organizationId'> & {
  kind: UploadKind
  file: FileRecord
}

export class UploadRepository {
  /** Returns false if a file was uploaded with this key before. */
  async insert(
    on: Queryable,
    { key, organizationId, kind, file }: StoredUpload,
    now: Date,
  ): Promise<boolean> {
    const count = await on.execute(sql`
      insert into uploads (key, organization_id, kind, file, created_at)
      values (${key}, ${organizationId}, ${kind}, ${JSON.stringify(file)}, ${now})
      on conflict do nothing`)
    return count === 1
  }

  find(on: Queryable, organizationId: string, key: string): Promise<StoredUpload | undefined> {
    return on.row<StoredUpload>(sql`
      select key, organization_id as "organizationId", kind, file from uploads
      where key = ${key} and organization_id = ${organizationId}`)
  }
}

type PictureSizeRow = Pick<Tables['picture_sizes'], 'source' | 'width' | 'blob' | 'size'>

export class PictureSizeRepository {
  find(
    on: Queryable,
    source: string,
    width: number,
  ): Promise<Pick<PictureSizeRow, 'blob' | 'size'> | undefined> {
    return on.row<Pick<PictureSizeRow, 'blob' | 'size'>>(sql`
      select blob, size from picture_sizes where source = ${source} and width = ${width}`)
  }

  /** Another process may have made the same picture: the first stays. */
  async insert(on: Queryable, { source, width, blob, size }: PictureSizeRow, now: Date): Promise<void> {
    await on.execute(sql`
      insert into picture_sizes (source, width, blob, size, created_at)
      values (${source}, ${width}, ${blob}, ${size}, ${now}) on conflict do nothing`)
  }
}

export class FileAddressRepository {
  /** Whether an address, recognised by its signature, stands in a customization, a logo, a profile or a text. */
  async isStored(on: Queryable, signature: string): Promise<boolean> {
    const row = await on.row<{ isStored: boolean }>(sql`
      select
        exists (select from sites where strpos(customization::text, ${signature}) > 0)
        or exists (select from site_spaces where strpos(customization::text, ${signature}) > 0)
        or exists (select from organizations where strpos(logo_url, ${signature}) > 0)
        or exists (select from users where strpos(photo_url, ${signature}) > 0)
        or exists (
          select from document_links
          where refs::text like '%/files/%signature=%' and strpos(refs::text, ${signature}) > 0
        ) as "isStored"`)
    return row?.isStored ?? false
  }
}
