import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../app/organization.ts'
import { useTranslationWords } from '../../locales/features/translations.ts'

/** The screens about the languages of an organization. Guests have no access to the glossary. */
export function TranslationTabs({ organizationId }: { organizationId: string }) {
  const { translations } = useTranslationWords()
  const canViewGlossary = useOrganization(organizationId)?.permissions.listMembers === true
  const params = { organizationId }
  return (
    <nav className="tabs-row" aria-label={translations.title}>
      <Link className="tab" to="/orgs/$organizationId/translations" params={params}>
        {translations.title}
      </Link>
      {canViewGlossary && (
        <Link className="tab" to="/orgs/$organizationId/glossary" params={params}>
          {translations.glossary}
        </Link>
      )}
    </nav>
  )
}
