import { Link, Outlet } from '@tanstack/react-router'
import { readLastOrganization } from '../../app/last-organization.ts'
import { Layout } from '../../app/layout.tsx'
import { NavigationRow } from '../../app/navigation-row.tsx'
import { useAccountWords } from '../../locales/features/account.ts'
import { Icon } from '../../ui/icon.tsx'
import { arrowLeft, bell, fingerprint, key, mobileScreen, user } from '../../ui/icon-paths.ts'
import { AccountMenu } from './account-menu.tsx'

/** The side bar of the account, beside its screens. */
export function AccountLayout() {
  const { account, accountSecurity, shell } = useAccountWords()
  // The palette searches in the organization that was open last.
  const organizationId = readLastOrganization()
  return (
    <Layout
      label={account.title}
      organizationId={organizationId}
      head={
        <>
          <Link className="btn quiet square" to="/" aria-label={shell.home}>
            <Icon of={arrowLeft} />
          </Link>
          <span className="switcher">
            <span className="cut">{account.title}</span>
          </span>
        </>
      }
      foot={<AccountMenu />}
      screen={<Outlet />}
    >
      <div className="sidebar-body">
        <NavigationRow icon={user} link={{ to: '/account', activeOptions: { exact: true } }}>
          {account.profile}
        </NavigationRow>
        <NavigationRow icon={bell} link={{ to: '/account/notifications' }}>
          {shell.notifications}
        </NavigationRow>
        <NavigationRow icon={fingerprint} link={{ to: '/account/security' }}>
          {accountSecurity.title}
        </NavigationRow>
        <NavigationRow icon={mobileScreen} link={{ to: '/account/sessions' }}>
          {account.sessions}
        </NavigationRow>
        <NavigationRow icon={key} link={{ to: '/account/tokens' }}>
          {account.tokens}
        </NavigationRow>
      </div>
    </Layout>
  )
}
