import { decodeUri } from '../../../common/decode-uri.ts'
import { findNearestRedirect, listSourcesFor, type RedirectSource } from './source-matching.ts'

/** A redirect, as far as it matters where one comes to by following it. */
export interface RedirectStep extends RedirectSource {
  id: string
  /** The path of the site that it leads to; undefined when it leads elsewhere. */
  target: string | undefined
  /** Whether there is something to read at the target itself, so that nobody is led on from there. */
  isContent: boolean
}

/** Browsers follow no more redirects than this, one after the other. */
const MAX_HOPS = 20

/** Stands for all paths below a source that no other redirect has as its own. */
const ANY_SEGMENT = '~any'

/** The redirects of a site and where following them leads, without asking which pages there are. */
export class RedirectGraph {
  readonly #steps = new Map<string, RedirectStep>()
  readonly #idsBySource = new Map<string, string>()

  constructor(steps: Iterable<RedirectStep>) {
    for (const step of steps) this.set(step)
  }

  set(step: RedirectStep): void {
    this.delete(step.id)
    const source = normalizePath(step.source)
    this.#steps.set(step.id, { ...step, source, target: step.target && normalizePath(step.target) })
    this.#idsBySource.set(source, step.id)
  }

  delete(id: string): void {
    const step = this.#steps.get(id)
    if (!step) return
    this.#steps.delete(id)
    if (this.#idsBySource.get(step.source) === id) this.#idsBySource.delete(step.source)
  }

  /** The paths that readers come through who are led in a circle by this redirect; undefined when nobody is. */
  findLoop(id: string): string[] | undefined {
    const step = this.#steps.get(id)
    if (!step) return undefined
    for (const start of this.#listStarts(step)) {
      const trail = this.#follow(start)
      if (trail?.ids.has(id)) return trail.paths
    }
    return undefined
  }

  /** Paths that stand for all that the redirect covers, and those by which others lead to it. */
  #listStarts(step: RedirectStep): string[] {
    if (!step.captureWildcard) return [listProbes(step)[0] ?? step.source]
    const start = step.source.replace(/\*$/, '')
    const leadingHere = [...this.#steps.values()].filter(({ target }) => target?.startsWith(start) === true)
    return [step, ...leadingHere].flatMap(listProbes)
  }

  #follow(start: string): { ids: Set<string>; paths: string[] } | undefined {
    const ids = new Set<string>()
    const paths: string[] = []
    for (let path = start; ;) {
      const hasReturned = paths.includes(path)
      paths.push(path)
      if (hasReturned || paths.length > MAX_HOPS) return { ids, paths }
      const covering = listSourcesFor(path).flatMap((source) => {
        const step = this.#steps.get(this.#idsBySource.get(source) ?? '')
        return step ? [step] : []
      })
      const nearest = findNearestRedirect(covering, path)
      if (nearest?.redirect.target === undefined) return undefined
      const { redirect, appendedPath } = nearest
      if (redirect.isContent && appendedPath === '') return undefined
      ids.add(redirect.id)
      path = normalizePath(`${nearest.redirect.target}/${appendedPath}`)
    }
  }
}

/** A path below the source where it covers more than one, and the source itself where it covers that. */
function listProbes({ source, captureWildcard }: RedirectStep): string[] {
  if (source.endsWith('*')) return [`${source.slice(0, -1)}${ANY_SEGMENT}`]
  return captureWildcard ? [source, `${source}/${ANY_SEGMENT}`] : [source]
}

/** One spelling for each path: decoded, with a slash before it and none after it. */
export function normalizePath(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '')
  return `/${segments.map(decodeUri).join('/')}`
}
