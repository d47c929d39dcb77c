import { isPlainPath, joinPath, resolvePath } from './paths.ts'
import { isObject, readYaml } from './yaml-lines.ts'

/** What `.gitbook.yaml` says, with all paths from the top of the repository. */
export interface LayoutConfig {
  /** The folder that holds the pages. */
  root: string
  readme: string
  summary: string
  assets: string
  includes: string
  variables: string
  /** The file that each path of a page leads to which no page has any more. */
  redirects: ReadonlyMap<string, string>
}

export const configPath = (projectDirectory: string): string => joinPath(projectDirectory, '.gitbook.yaml')

export function readConfig(
  projectDirectory: string,
  text: string | undefined,
): { config: LayoutConfig; problems: string[] } {
  const problems: string[] = []
  const yaml = text === undefined ? {} : readYaml(text)
  if (!yaml) problems.push('.gitbook.yaml is not an object in YAML and was left aside.')
  const structure = isObject(yaml?.['structure']) ? yaml['structure'] : {}
  const path = (value: unknown, folder: string, name: string, otherwise: string): string => {
    if (value === undefined || value === null) return joinPath(folder, otherwise)
    const found = typeof value === 'string' ? resolvePath(folder, value.replace(/^\/+/, '')) : undefined
    if (found !== undefined && (found === folder || folder === '' || found.startsWith(`${folder}/`)))
      return found
    problems.push(`.gitbook.yaml: ${name} leads out of the project and was left aside.`)
    return joinPath(folder, otherwise)
  }
  const root = path(yaml?.['root'], projectDirectory, 'root', '')
  const redirects = readRedirects(yaml?.['redirects'], root, problems)
  return {
    config: {
      root,
      readme: path(structure['readme'], root, 'structure.readme', 'README.md'),
      summary: path(structure['summary'], root, 'structure.summary', 'SUMMARY.md'),
      assets: joinPath(root, '.gitbook/assets'),
      includes: joinPath(root, '.gitbook/includes'),
      variables: joinPath(root, '.gitbook/vars.yaml'),
      redirects,
    },
    problems,
  }
}

const mostRedirects = 5000
const longestPath = 1000

function readRedirects(given: unknown, root: string, problems: string[]): Map<string, string> {
  const redirects = new Map<string, string>()
  for (const [from, to] of Object.entries(isObject(given) ? given : {})) {
    const path = from.replaceAll(/^\/+|\/+$/g, '')
    const file = typeof to === 'string' ? resolvePath(root, to.replace(/^\/+/, '')) : undefined
    const usable = path !== '' && path.length <= longestPath && isPlainPath(path)
    if (!usable || file === undefined || file === '' || file.length > longestPath) {
      problems.push(`.gitbook.yaml: the redirect of ${JSON.stringify(from.slice(0, 200))} was left aside.`)
    } else if (redirects.size < mostRedirects) redirects.set(path, file)
  }
  return redirects
}
