import { Icon } from '../../ui/icon.tsx'
import { arrowUpRightFromSquare } from '../../ui/icon-paths.ts'

/** An address without what every address has, for people to read. */
export const shortenAddress = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** A link to a page outside of the console. */
export function SiteAddress({ url, label }: { url: string; label?: string }) {
  return (
    <a className="site-address" href={url} target="_blank" rel="noreferrer">
      <bdi className="cut">{label ?? shortenAddress(url)}</bdi>
      <Icon of={arrowUpRightFromSquare} size="small" />
    </a>
  )
}
