import { Link } from '@tanstack/react-router'
import { useSharedWords } from '../../locales/features/shared-content.ts'

/** The two kinds of what pages share. */
export function SharedTabs({ spaceId }: { spaceId: string }) {
  const { shared } = useSharedWords()
  const params = { spaceId }
  return (
    <nav className="tabs-row" aria-label={shared.title}>
      <Link className="tab" to="/spaces/$spaceId/reusable" params={params}>
        {shared.reusable}
      </Link>
      <Link className="tab" to="/spaces/$spaceId/variables" params={params}>
        {shared.variables}
      </Link>
    </nav>
  )
}
