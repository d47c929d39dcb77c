import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import type { IconPath } from '../ui/icon-paths.ts'

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
