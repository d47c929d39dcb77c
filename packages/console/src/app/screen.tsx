import { Link, type LinkProps } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useWords } from '../locales/index.ts'
import { Button } from '../ui/button.tsx'
import { bars } from '../ui/icon-paths.ts'

export interface Crumb {
  label: string
  link?: LinkProps
}

interface ScreenProps {
  /** The name of the screen, last of the way that leads to it. It is the title of the window too. */
  title: string
  /** What the screen is in, from the top. */
  crumbs?: readonly Crumb[]
  /** Stands in the bar instead of the way to the screen. */
  heading?: ReactNode
  /** What one can do here, the most important last. */
  actions?: ReactNode
  /** A second row of the bar, such as tabs. */
  tabs?: ReactNode
  /** On a phone, what one can do here, within reach of the thumb. */
  bottomBar?: ReactNode
  children: ReactNode
  /** Screens with a layout of their own have no margins around them. */
  isBare?: boolean
}

/** Opens and closes the side bar of the layout around a screen. */
export const SideBarControl = createContext<{ open: () => void } | undefined>(undefined)

/** The right part of the page: one bar with where I am and what I can do, and what I look at below it. */
export function Screen({
  title,
  crumbs = [],
  heading,
  actions,
  tabs,
  bottomBar,
  children,
  isBare = false,
}: ScreenProps) {
  const { shell, common } = useWords()
  const sideBar = useContext(SideBarControl)
  useEffect(() => {
    document.title = `${title} · ${common.appName}`
  }, [title, common.appName])
  return (
    <div className="screen">
      <header className="topbar">
        <div className="topbar-row">
          {sideBar && (
            <Button
              className="drawer-button"
              look="quiet"
              isIconOnly
              icon={bars}
              label={shell.openSideBar}
              onPress={sideBar.open}
            />
          )}
          {heading ?? <CrumbTrail title={title} crumbs={crumbs} />}
          {actions !== undefined && <div className="actions">{actions}</div>}
        </div>
        {tabs}
      </header>
      <main id="main" tabIndex={-1}>
        {isBare ? children : <div className="wrap">{children}</div>}
      </main>
      {bottomBar}
    </div>
  )
}

/** The way to a screen, its own name last. */
function CrumbTrail({ title, crumbs }: { title: string; crumbs: readonly Crumb[] }) {
  const { shell } = useWords()
  return (
    <nav aria-label={shell.whereAmI} className="grow">
      <ol className="crumbs">
        {crumbs.map(({ label, link }, index) => (
          <li key={index}>
            {link ? (
              <Link className="cut" {...link}>
                {label}
              </Link>
            ) : (
              <span className="cut">{label}</span>
            )}
          </li>
        ))}
        <li>
          <span className="cut" aria-current="page">
            {title}
          </span>
        </li>
      </ol>
    </nav>
  )
}
