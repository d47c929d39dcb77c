import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { house, type IconPath } from '../../ui/icon-paths.ts'
import { ContentTree } from '../content/index.ts'

/** The places of an organization, and the tree of its spaces. */
export function OrganizationNavigation({ organizationId }: { organizationId: string }) {
  const { shell } = useWords()
  const params = { organizationId }
  const bodyRef = useRef<HTMLDivElement>(null)
  return (
    <div className="sidebar-body" ref={bodyRef}>
      <NavigationRow
        icon={house}
        link={{ to: '/orgs/$organizationId', params, activeOptions: { exact: true } }}
      >
        {shell.home}
      </NavigationRow>
      <div className="sidebar-group">
        <div className="sidebar-title">
          <h2>{shell.spaces}</h2>
        </div>
        <ContentTree organizationId={organizationId} scrollRef={bodyRef} />
      </div>
    </div>
  )
}

/** A row of the side bar that leads to a screen. */
export function NavigationRow({
  icon,
  link,
  children,
}: {
  icon: IconPath
  link: LinkProps
  children: ReactNode
}) {
  return (
    <Link className="nav-row" {...link}>
      <Icon of={icon} />
      <span className="cut">{children}</span>
    </Link>
  )
}
