import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { NotificationsBell } from '../features/notifications/index.ts'
import { PaletteHost } from '../features/palette/index.ts'
import { useWords } from '../locales/index.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { anglesLeft, xmark } from '../ui/icon-paths.ts'
import { useLiveUpdates } from './live-updates.ts'
import { SideBarControl } from './screen.tsx'

interface LayoutProps {
  /** Names the side bar for screen readers. */
  label: string
  /** Where I am, and the way one level up. */
  head: ReactNode
  children: ReactNode
  foot: ReactNode
  screen: ReactNode
  /** The organization that the palette searches, and whose notifications are counted. */
  organizationId: string | undefined
}

const HIDDEN_KEY = 'verso-side-bar-hidden'

function readIsHidden(): boolean {
  try {
    return localStorage.getItem(HIDDEN_KEY) === 'true'
  } catch {
    return false
  }
}

/** A side bar beside a screen. On a phone the side bar is a drawer over it. */
export function Layout({ label, head, children, foot, screen, organizationId }: LayoutProps) {
  const { shell, common } = useWords()
  useLiveUpdates(organizationId)
  const [isHidden, setHidden] = useState(readIsHidden)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const sideRef = useRef<HTMLElement>(null)
  const { href } = useLocation()
  // Going somewhere closes the drawer.
  useEffect(() => setDrawerOpen(false), [href])
  useEffect(() => {
    if (!isDrawerOpen) return undefined
    sideRef.current?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrawerOpen(false)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isDrawerOpen])
  const hide = (next: boolean): void => {
    setHidden(next)
    try {
      localStorage.setItem(HIDDEN_KEY, String(next))
    } catch {
      // A browser that stores nothing shows the side bar again on the next page.
    }
  }
  const control = useMemo(
    () => ({
      open: () => {
        hide(false)
        setDrawerOpen(true)
      },
    }),
    [],
  )
  return (
    <div className={classNames('app', isHidden && 'side-hidden', isDrawerOpen && 'drawer-open')}>
      <nav className="sidebar" aria-label={label} ref={sideRef} tabIndex={-1}>
        <div className="sidebar-head">
          {head}
          <Button
            className="only-wide"
            look="quiet"
            isIconOnly
            icon={anglesLeft}
            label={shell.hideSideBar}
            onPress={() => hide(true)}
          />
          <Button
            className="only-phone"
            look="quiet"
            isIconOnly
            icon={xmark}
            label={common.close}
            onPress={() => setDrawerOpen(false)}
          />
        </div>
        {children}
        <div className="sidebar-foot">
          {foot}
          {organizationId !== undefined && <NotificationsBell organizationId={organizationId} />}
        </div>
      </nav>
      <div className="drawer-scrim" onClick={() => setDrawerOpen(false)} aria-hidden="true" />
      <SideBarControl value={control}>{screen}</SideBarControl>
      <PaletteHost organizationId={organizationId} />
    </div>
  )
}
