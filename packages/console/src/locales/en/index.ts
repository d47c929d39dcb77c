import { access } from './access.ts'
import { account } from './account.ts'
import { accountSecurity } from './account-security.ts'
import { changeRequests } from './change-requests.ts'
import { changes } from './changes.ts'
import { common } from './common.ts'
import { content } from './content.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { home } from './home.ts'
import { jobs } from './jobs.ts'
import { links } from './links.ts'
import { members } from './members.ts'
import { openapi } from './openapi.ts'
import { notifications } from './notifications.ts'
import { organizations } from './organizations.ts'
import { plannedMerges } from './planned-merges.ts'
import { palette } from './palette.ts'
import { reviews } from './reviews.ts'
import { revisions } from './revisions.ts'
import { roles } from './roles.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { signOn } from './sign-on.ts'
import { spaces } from './spaces.ts'
import { writing } from './writing.ts'

/**
 * The texts that every screen may need. Each feature has its own file; other languages have the same files. Features that
 * are loaded late bring their English with them (`locales/features`).
 */
export const en = {
  access,
  account,
  accountSecurity,
  changeRequests,
  changes,
  common,
  content,
  errors,
  files,
  home,
  jobs,
  links,
  members,
  openapi,
  notifications,
  organizations,
  plannedMerges,
  palette,
  reviews,
  revisions,
  roles,
  settings,
  shell,
  signIn,
  signOn,
  spaces,
  writing,
}
