import { type ReactNode, useEffect } from 'react'
import { Layout } from '../../app/layout.tsx'
import { storeLastOrganization } from '../../app/last-organization.ts'
import { useWords } from '../../locales/index.ts'
import { AccountMenu } from '../account/index.ts'
import { OrganizationNavigation } from './organization-navigation.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'

/** The side bar of an organization beside a screen. */
export function OrganizationFrame({ organizationId, screen }: { organizationId: string; screen: ReactNode }) {
  const { shell } = useWords()
  useEffect(() => storeLastOrganization(organizationId), [organizationId])
  return (
    <Layout
      label={shell.organization}
      head={<OrganizationSwitcher organizationId={organizationId} />}
      foot={<AccountMenu />}
      screen={screen}
      organizationId={organizationId}
    >
      <OrganizationNavigation organizationId={organizationId} />
    </Layout>
  )
}
