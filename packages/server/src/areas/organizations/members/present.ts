import type { Urls } from '../../../common/urls.ts'
import { presentUser } from '../../identity/index.ts'
import type { MemberRow } from './columns.ts'
import type { Member } from './schema.ts'

export function presentMember(urls: Urls, row: MemberRow): Member {
  return {
    object: 'member',
    id: row.id,
    role: row.role,
    user: presentUser(urls, row),
    disabled: row.disabled,
    joinedAt: row.joinedAt,
    ...(row.lastSeenAt !== null && { lastSeenAt: row.lastSeenAt }),
    sso: row.sso,
    spaces: row.spaces,
    teams: row.teams,
    sites: row.sites,
  }
}
