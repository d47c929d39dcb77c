import { Invalid } from '../../common/errors.ts'
import { isPlainPath, resolvePath } from '../../git-layout/index.ts'

/** Where a repository is, with the credentials apart. */
export interface RemoteAddress {
  /** Without credentials, as Git takes it. */
  url: string
  protocol: 'http' | 'https' | 'ssh'
  hostname: string
  port: number
  credentials?: { username: string; password: string }
}

const ports = { http: 80, https: 443, ssh: 22 }

const refuse = (why: string) => new Invalid(`body.url ${why}`)

/** Only what Git fetches over a network, and nothing that it could take for an option or a command. */
export function parseRemote(text: string): RemoteAddress {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020\u007F]/.test(text) || text.startsWith('-'))
    throw refuse('must be the URL of a Git repository.')
  // The short form of ssh.
  const [, login, host, path] = /^(?:([\w.-]+)@)?([A-Za-z0-9][\w.-]*):(?!\/\/|:)([^:].*)$/.exec(text) ?? []
  const url = URL.parse(host === undefined ? text : `ssh://${login ?? 'git'}@${host}/${path}`)
  const protocol = url?.protocol.slice(0, -1)
  if (!url || (protocol !== 'http' && protocol !== 'https' && protocol !== 'ssh')) {
    throw refuse('must begin with https://, http:// or ssh://.')
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  if (hostname === '' || hostname.startsWith('-') || url.username.startsWith('-')) {
    throw refuse('must name a host.')
  }
  if (url.pathname.length < 2 || url.pathname.startsWith('/-')) throw refuse('must name a repository.')
  const [username, password] = [decode(url.username), decode(url.password)]
  url.password = ''
  url.hash = ''
  if (protocol !== 'ssh') url.username = ''
  return {
    url: url.href,
    protocol,
    hostname,
    port: Number(url.port) || ports[protocol],
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

/** A branch by its full name, by Git's own rules for names. */
export function requireRef(ref: string): string {
  const name = /^refs\/heads\/(.+)$/s.exec(ref)?.[1]
  const wrong =
    name === undefined ||
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    /[\u0000-\u0020\u007F~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$|^-/.test(name) ||
    name.split('/').some((part) => part === '' || part.startsWith('.') || part.endsWith('.lock'))
  if (wrong) throw new Invalid('body.ref must be a branch, in the form refs/heads/main.')
  return ref
}

/** A folder of the repository, without slashes around it. */
export function requireDirectory(directory: string): string {
  const path = directory.split('/').includes('..') ? undefined : resolvePath('', directory)
  if (path === undefined || (path !== '' && !isPlainPath(path))) {
    throw new Invalid('body.repoProjectDirectory must be a folder inside of the repository.')
  }
  return path
}
