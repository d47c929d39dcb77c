import { html, nothing, type SafeHtml } from '../html/html.ts'
import type { LayoutContext } from './layout-context.ts'

const socialPlatforms: Record<string, { icon: string; href(handle: string): string }> = {
  twitter: { icon: 'x-twitter', href: (handle) => `https://x.com/${handle}` },
  instagram: { icon: 'instagram', href: (handle) => `https://www.instagram.com/${handle}` },
  facebook: { icon: 'facebook', href: (handle) => `https://www.facebook.com/${handle}` },
  linkedin: {
    icon: 'linkedin',
    href: (handle) =>
      `https://www.linkedin.com/${handle.includes('%2F') ? handle.replaceAll('%2F', '/') : `company/${handle}`}`,
  },
  github: { icon: 'github', href: (handle) => `https://github.com/${handle}` },
  discord: { icon: 'discord', href: (handle) => `https://discord.gg/${handle}` },
  slack: { icon: 'slack', href: (handle) => `https://${handle}.slack.com` },
  youtube: { icon: 'youtube', href: (handle) => `https://www.youtube.com/@${handle}` },
  tiktok: { icon: 'tiktok', href: (handle) => `https://www.tiktok.com/@${handle}` },
  reddit: { icon: 'reddit', href: (handle) => `https://www.reddit.com/r/${handle}` },
  bluesky: { icon: 'bluesky', href: (handle) => `https://bsky.app/profile/${handle}` },
  mastodon: { icon: 'mastodon', href: (handle) => `https://mastodon.social/@${handle}` },
  threads: { icon: 'threads', href: (handle) => `https://www.threads.net/@${handle}` },
  medium: { icon: 'medium', href: (handle) => `https://medium.com/@${handle}` },
}

/** Renders links to the social accounts that the owner shows in this place. */
export function renderSocialLinks({ site, icons }: LayoutContext, place: 'header' | 'footer'): SafeHtml {
  const accounts = (site.customization.socialAccounts ?? []).filter(({ display }) => display[place])
  const links = accounts.flatMap(({ platform, handle }) => {
    const knownPlatform = Object.hasOwn(socialPlatforms, platform) ? socialPlatforms[platform] : undefined
    if (!knownPlatform) return []
    const name = encodeURIComponent(handle.replace(/^@/, ''))
    return html`<a
      class="social"
      href="${knownPlatform.href(platform === 'slack' ? name.replaceAll(/[^\w-]/g, '') : name)}"
      rel="noopener me"
      aria-label="${platform}"
      >${icons.use(knownPlatform.icon)}</a
    >`
  })
  return links.length === 0 ? nothing : html`<span class="socials">${links}</span>`
}
