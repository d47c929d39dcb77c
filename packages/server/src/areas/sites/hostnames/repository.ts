import type { Tables } from '../../../database/schema/tables.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'

/** A hostname that a site has or claims. */
export interface HostnameRow {
  siteId: string
  organizationId: string
  hostname: string
  /** Null while it is only claimed. */
  proof: HostnameProof | null
  claimedAt: string
}

export type HostnameProof = NonNullable<Tables['sites']['hostnameProof']>

/** Which claims of other sites end when a site gets a hostname. */
export interface EndedClaims {
  /** Unproven claims from before this time. */
  claimedBefore: Date
  /** Whether all unproven claims end. */
  endsUnproven: boolean
  /** Whether hostnames end that sites had before proof was needed. */
  endsEarlier: boolean
}

const hostnameColumns = sql`
  id as "siteId", organization_id as "organizationId", hostname, hostname_proof as proof,
  hostname_claimed_at as "claimedAt"`

export class HostnameRepository {
  findBySite(on: Queryable, siteId: string): Promise<HostnameRow | undefined> {
    return on.row(sql`select ${hostnameColumns} from sites where id = ${siteId} and hostname is not null`)
  }

  findByName(on: Queryable, hostname: string): Promise<HostnameRow | undefined> {
    return on.row(sql`select ${hostnameColumns} from sites where hostname = ${hostname}`)
  }

  async endOtherClaims(
    tx: Transaction,
    siteId: string,
    hostname: string,
    { claimedBefore, endsUnproven, endsEarlier }: EndedClaims,
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      update sites set hostname = null, hostname_proof = null, hostname_claimed_at = null, updated_at = ${now}
      where hostname = ${hostname} and id <> ${siteId} and case
        when hostname_proof is null then ${endsUnproven} or hostname_claimed_at < ${claimedBefore}
        else ${endsEarlier} and hostname_proof = 'earlier'
      end`)
  }

  /** Whether an organization has the name in addresses, which is a host where there is a host for sites. */
  async isOrganizationName(on: Queryable, name: string): Promise<boolean> {
    const row = await on.row(sql`select from organizations where hostname = ${name} or id = ${name}`)
    return row !== undefined
  }

  /** Takes the hostname from its site. Returns whether the site had it. */
  async clear(tx: Transaction, siteId: string, hostname: string, now: Date): Promise<boolean> {
    const count = await tx.execute(sql`
      update sites set hostname = null, hostname_proof = null, hostname_claimed_at = null, updated_at = ${now}
      where id = ${siteId} and hostname = ${hostname}`)
    return count > 0
  }

  /** Undefined if the site does not have this hostname any more. */
  setProof(
    tx: Transaction,
    siteId: string,
    hostname: string,
    proof: HostnameProof,
    now: Date,
  ): Promise<HostnameRow | undefined> {
    return tx.row(sql`
      update sites set hostname_proof = ${proof}, updated_at = ${now}
      where id = ${siteId} and hostname = ${hostname}
      returning ${hostnameColumns}`)
  }
}
