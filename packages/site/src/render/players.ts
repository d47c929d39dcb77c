/** A service whose pages have a player that other pages can show in a frame. */
export interface PlayerProvider {
  /** The host names of the pages. */
  pages: RegExp
  /** The address that describes the player of a page (https://oembed.com). The address of the page is appended. */
  endpoint: string
  /** The hosts that players may have, and from which of them the player is then shown. */
  playerHosts: Record<string, string>
}

/** A player comes from the host that its provider names. */
const useHosts = (...hosts: string[]): Record<string, string> =>
  Object.fromEntries(hosts.map((host) => [host, host]))

const providers: readonly PlayerProvider[] = [
  {
    pages: /^(?:(?:www|m|music)\.)?youtube\.com$|^youtu\.be$/,
    endpoint: 'https://www.youtube.com/oembed?format=json&url=',
    // The same player, without cookies.
    playerHosts: {
      'www.youtube.com': 'www.youtube-nocookie.com',
      'www.youtube-nocookie.com': 'www.youtube-nocookie.com',
    },
  },
  {
    pages: /^(?:www\.|player\.)?vimeo\.com$/,
    endpoint: 'https://vimeo.com/api/oembed.json?dnt=1&url=',
    playerHosts: useHosts('player.vimeo.com'),
  },
  {
    pages: /^(?:www\.)?loom\.com$/,
    endpoint: 'https://www.loom.com/v1/oembed?url=',
    playerHosts: useHosts('www.loom.com'),
  },
  {
    pages: /^(?:www\.)?figma\.com$/,
    endpoint: 'https://www.figma.com/api/oembed?url=',
    playerHosts: useHosts('www.figma.com', 'embed.figma.com'),
  },
  {
    pages: /^(?:www\.)?codepen\.io$/,
    endpoint: 'https://codepen.io/api/oembed?format=json&url=',
    playerHosts: useHosts('codepen.io'),
  },
  {
    pages: /^open\.spotify\.com$/,
    endpoint: 'https://open.spotify.com/oembed?url=',
    playerHosts: useHosts('open.spotify.com'),
  },
  {
    pages: /^(?:www\.|m\.)?soundcloud\.com$/,
    endpoint: 'https://soundcloud.com/oembed?format=json&url=',
    playerHosts: useHosts('w.soundcloud.com'),
  },
  {
    pages: /^(?:www\.)?codesandbox\.io$/,
    endpoint: 'https://codesandbox.io/oembed?url=',
    playerHosts: useHosts('codesandbox.io'),
  },
]

/** Finds the provider of the page at a URL, if it is one whose players we know. */
export function findPlayerProvider(url: string): PlayerProvider | undefined {
  const { protocol, hostname } = URL.parse(url) ?? {}
  return protocol === 'https:' || protocol === 'http:'
    ? providers.find(({ pages }) => pages.test(hostname ?? ''))
    : undefined
}

/** The players of a page, and the hosts that they may come from. */
export class PagePlayers {
  readonly hosts = new Set<string>()

  get isEmpty(): boolean {
    return this.hosts.size === 0
  }

  add({ playerHosts }: PlayerProvider): void {
    for (const host of Object.values(playerHosts)) this.hosts.add(host)
  }
}
