import { type Sql, sql } from '../database/database.ts'

/** The hostname at which the site `site` is served. One that was claimed and not proven is nobody's address. */
export const servedHostname: Sql = sql`case when site.hostname_proof is not null then site.hostname end`

/** Whether the site `site` is served at a hostname. */
export const isServedAt = (hostname: string): Sql =>
  sql`site.hostname = ${hostname} and site.hostname_proof is not null`
