import { Invalid } from '../../common/errors.ts'
import { isPlainPath, resolvePath } from '../../git-layout/index.ts'

/** The URL of a repository in parts, with the credentials apart. */
export interface RemoteAddress {
  /** The URL for Git, without credentials. */
  url: string
  protocol: 'http' | 'https' | 'ssh'
  hostname: string
  port: number
  credentials?: { username: string; password: string }
}

const defaultPorts = { http: 80, https: 443, ssh: 22 }

const invalidUrl = (why: string) => new Invalid(`body.url ${why}`)

/**
 * Parses the URL of a repository. Throws `Invalid` unless it is one that Git fetches over the network, so that no URL
 * can be taken for an option, a command or a local path.
 */
export function parseRemoteAddress(text: string): RemoteAddress {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020\u007F]/.test(text) || text.startsWith('-'))
    throw invalidUrl('must be the URL of a Git repository.')
  // SSH also has a short form: user@host:path.
  const [, login, host, path] = /^(?:([\w.-]+)@)?([A-Za-z0-9][\w.-]*):(?!\/\/|:)([^:].*)$/.exec(text) ?? []
  const url = URL.parse(host === undefined ? text : `ssh://${login ?? 'git'}@${host}/${path}`)
  const protocol = url?.protocol.slice(0, -1)
  if (!url || (protocol !== 'http' && protocol !== 'https' && protocol !== 'ssh')) {
    throw invalidUrl('must begin with https://, http:// or ssh://.')
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  if (hostname === '' || hostname.startsWith('-') || url.username.startsWith('-')) {
    throw invalidUrl('must name a host.')
  }
  if (url.pathname.length < 2 || url.pathname.startsWith('/-')) throw invalidUrl('must name a repository.')
  const [username, password] = [decode(url.username), decode(url.password)]
  url.password = ''
  url.hash = ''
  if (protocol !== 'ssh') url.username = ''
  return {
    url: url.href,
    protocol,
    hostname,
    port: Number(url.port) || defaultPorts[protocol],
    ...(protocol !== 'ssh' &&
      (username !== '' || password !== '') && { credentials: { username, password } }),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Throws `Invalid` unless the text is the full name of a branch by Git's rules for names. */
export function requireBranchRef(ref: string): string {
  const name = /^refs\/heads\/(.+)$/s.exec(ref)?.[1]
  const wrong =
    name === undefined ||
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    /[\u0000-\u0020\u007F~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$|^-/.test(name) ||
    name.split('/').some((part) => part === '' || part.startsWith('.') || part.endsWith('.lock'))
  if (wrong) throw new Invalid('body.ref must be a branch, in the form refs/heads/main.')
  return ref
}

/** Returns a folder of the repository without slashes around it. Throws `Invalid` if it is outside. */
export function requireProjectDirectory(directory: string): string {
  const path = directory.split('/').includes('..') ? undefined : resolvePath('', directory)
  if (path === undefined || (path !== '' && !isPlainPath(path))) {
    throw new Invalid('body.repoProjectDirectory must be a folder inside of the repository.')
  }
  return path
}
