import { type NavigateOptions, useNavigate } from '@tanstack/react-router'

/** Goes to an address of the console, for menus and keys. Links are `<Link>`. */
export function useGo(): (options: NavigateOptions) => void {
  const navigate = useNavigate()
  return (options) => void navigate(options)
}
