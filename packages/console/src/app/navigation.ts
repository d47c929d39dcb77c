import { type NavigateOptions, useNavigate } from '@tanstack/react-router'

/** Goes to an address of the console, for menus and keys. Links are `<Link>`. */
export function useGo(): (options: NavigateOptions) => void {
  const navigate = useNavigate()
  return (options) => void navigate(options)
}

/**
 * Goes to an address as part of a write that deletes what the screen shows. The write ends when the screen is left: what is
 * deleted would be asked for again otherwise.
 */
export function useLeave(): (options: NavigateOptions) => Promise<void> {
  return useNavigate()
}
