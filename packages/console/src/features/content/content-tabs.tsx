import { Link } from '@tanstack/react-router'
import { useWords } from '../../locales/index.ts'

/** What there is, and what was deleted. */
export function ContentTabs({ organizationId }: { organizationId: string }) {
  const { content } = useWords()
  const params = { organizationId }
  return (
    <nav className="tabs-row" aria-label={content.title}>
      <Link className="tab" to="/orgs/$organizationId/content" params={params}>
        {content.allTab}
      </Link>
      <Link className="tab" to="/orgs/$organizationId/bin" params={params}>
        {content.binTab}
      </Link>
    </nav>
  )
}
