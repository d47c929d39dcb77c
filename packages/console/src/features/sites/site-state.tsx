import type { Site } from '../../api/operations.ts'
import { useSiteWords } from '../../locales/features/sites.ts'
import { State } from '../../ui/badges.tsx'
import { circleCheck, eyeSlash, link } from '../../ui/icon-paths.ts'
import { circle, lock } from '../../ui/icon-paths.ts'

/** Whether a site is published, and for whom. */
export function SiteState({ site }: { site: Pick<Site, 'published' | 'visibility'> }) {
  const { sites } = useSiteWords()
  if (!site.published) return <State icon={circle} label={sites.notPublished} />
  switch (site.visibility) {
    case 'public':
      return <State icon={circleCheck} look="success" label={sites.isPublic} />
    case 'unlisted':
      return <State icon={eyeSlash} look="success" label={sites.isUnlisted} />
    case 'share-link':
      return <State icon={link} look="success" label={sites.isShared} />
    case 'visitor-auth':
      return <State icon={lock} look="success" label={sites.isProtected} />
  }
}
