import { Link, Outlet } from '@tanstack/react-router'
import { Layout } from '../../app/layout.tsx'
import { NavigationRow } from '../../app/navigation-row.tsx'
import { useSiteWords } from '../../locales/features/sites.ts'
import { Icon } from '../../ui/icon.tsx'
import { arrowLeft, codeBranch, eye, link } from '../../ui/icon-paths.ts'
import { AccountMenu } from '../account/index.ts'
import { PaletteButton } from '../palette/index.ts'
import { useSite, useSiteParams } from './use-site.ts'
import './sites.css'
import { gear, palette, paperPlane, server, sitemap } from '../../ui/icon-paths.ts'

/** The side bar of a site, beside the screens that build it. */
export function SiteLayout() {
  const { sites, siteAudience, siteAddresses, siteMachines, sitePublish, settings, shell, common } =
    useSiteWords()
  const params = useSiteParams()
  const { organizationId } = params
  const { data: site } = useSite(params)
  return (
    <Layout
      label={sites.site}
      head={
        <>
          <Link
            className="btn quiet square"
            to="/orgs/$organizationId/sites"
            params={{ organizationId }}
            aria-label={shell.sites}
          >
            <Icon of={arrowLeft} />
          </Link>
          <Link className="switcher" to="/orgs/$organizationId/sites/$siteId" params={params}>
            <span className="cut">{site?.title ?? common.loading}</span>
          </Link>
        </>
      }
      foot={<AccountMenu />}
      screen={<Outlet />}
      organizationId={organizationId}
    >
      <div className="sidebar-body">
        <PaletteButton />
        <NavigationRow
          icon={sitemap}
          link={{
            to: '/orgs/$organizationId/sites/$siteId',
            params,
            activeOptions: { exact: true, includeSearch: false },
          }}
        >
          {sites.structure}
        </NavigationRow>
        {site?.permissions.admin === true && (
          <NavigationRow icon={palette} link={{ to: '/orgs/$organizationId/sites/$siteId/look', params }}>
            {sites.look}
          </NavigationRow>
        )}
        {site?.permissions.admin === true && (
          <NavigationRow icon={eye} link={{ to: '/orgs/$organizationId/sites/$siteId/audience', params }}>
            {siteAudience.title}
          </NavigationRow>
        )}
        <NavigationRow icon={link} link={{ to: '/orgs/$organizationId/sites/$siteId/addresses', params }}>
          {siteAddresses.title}
        </NavigationRow>
        <NavigationRow icon={server} link={{ to: '/orgs/$organizationId/sites/$siteId/machines', params }}>
          {siteMachines.title}
        </NavigationRow>
        {site?.permissions.admin === true && (
          <NavigationRow
            icon={paperPlane}
            link={{ to: '/orgs/$organizationId/sites/$siteId/publish', params }}
          >
            {sitePublish.title}
          </NavigationRow>
        )}
        {site?.permissions.admin === true && (
          <NavigationRow icon={codeBranch} link={{ to: '/orgs/$organizationId/sites/$siteId/git', params }}>
            {settings.git}
          </NavigationRow>
        )}
        {site?.permissions.admin === true && (
          <NavigationRow icon={gear} link={{ to: '/orgs/$organizationId/sites/$siteId/settings', params }}>
            {settings.title}
          </NavigationRow>
        )}
      </div>
    </Layout>
  )
}
