import { accountTexts } from './account.ts'
import { fileTexts } from './files.ts'
import { findTexts } from './find.ts'
import { gitTexts } from './git-sync.ts'
import { importTexts } from './imports.ts'
import { jobTexts } from './jobs.ts'
import { linkTexts } from './links.ts'
import { memberTexts } from './members.ts'
import { notificationTexts } from './notifications.ts'
import { specTexts } from './openapi.ts'
import { pageHistoryTexts } from './page-history.ts'
import { previewTexts } from './previews.ts'
import { reviewTexts } from './reviews.ts'
import { revisionTexts } from './revisions.ts'
import { settingsTexts } from './settings.ts'
import { sharedTexts } from './shared-content.ts'
import { signInTexts } from './sign-in.ts'
import { signOnTexts } from './sign-on.ts'
import { siteTexts } from './sites.ts'
import { translationTexts } from './translations.ts'
import { writingTexts } from './writing.ts'

/** The texts of all features together: for types and tests, so that no screen loads them. */
export const featureTexts = {
  ...accountTexts,
  ...fileTexts,
  ...findTexts,
  ...gitTexts,
  ...importTexts,
  ...jobTexts,
  ...linkTexts,
  ...memberTexts,
  ...notificationTexts,
  ...specTexts,
  ...pageHistoryTexts,
  ...previewTexts,
  ...reviewTexts,
  ...revisionTexts,
  ...settingsTexts,
  ...sharedTexts,
  ...signInTexts,
  ...signOnTexts,
  ...siteTexts,
  ...translationTexts,
  ...writingTexts,
}
