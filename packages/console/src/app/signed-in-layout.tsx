import { Outlet } from '@tanstack/react-router'
import { useStoredPreferences } from './preferences.ts'

/** What is around every screen of somebody who is signed in. */
export function SignedInLayout() {
  useStoredPreferences()
  return <Outlet />
}
