import type { Translation } from '../words.ts'
import { access } from './access.ts'
import { account } from './account.ts'
import { accountSecurity } from './account-security.ts'
import { changeRequests } from './change-requests.ts'
import { changes } from './changes.ts'
import { common } from './common.ts'
import { content } from './content.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { find } from './find.ts'
import { previews } from './previews.ts'
import { gitSync } from './git-sync.ts'
import { home } from './home.ts'
import { imports } from './imports.ts'
import { jobs } from './jobs.ts'
import { links } from './links.ts'
import { members } from './members.ts'
import { openapi } from './openapi.ts'
import { notifications } from './notifications.ts'
import { organizations } from './organizations.ts'
import { plannedMerges } from './planned-merges.ts'
import { pageHistory } from './page-history.ts'
import { palette } from './palette.ts'
import { reviews } from './reviews.ts'
import { revisions } from './revisions.ts'
import { roles } from './roles.ts'
import { settings } from './settings.ts'
import { shared } from './shared-content.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { signOn } from './sign-on.ts'
import { siteAddresses } from './site-addresses.ts'
import { siteAudience } from './site-audience.ts'
import { siteLook } from './site-look.ts'
import { siteMachines } from './site-machines.ts'
import { sitePublish } from './site-publish.ts'
import { siteSettings } from './site-settings.ts'
import { sites } from './sites.ts'
import { spaces } from './spaces.ts'
import { translations } from './translations.ts'
import { writing } from './writing.ts'

export const ar: Translation = {
  access,
  account,
  accountSecurity,
  changeRequests,
  changes,
  common,
  content,
  errors,
  files,
  find,
  previews,
  gitSync,
  home,
  imports,
  jobs,
  links,
  members,
  openapi,
  notifications,
  organizations,
  plannedMerges,
  pageHistory,
  palette,
  reviews,
  revisions,
  roles,
  settings,
  shared,
  shell,
  signIn,
  signOn,
  siteAddresses,
  siteAudience,
  siteLook,
  siteMachines,
  sitePublish,
  siteSettings,
  sites,
  spaces,
  translations,
  writing,
}
