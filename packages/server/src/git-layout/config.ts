import { isPlainPath, joinPaths, resolvePath } from './paths.ts'
import { isYamlObject, readYaml } from './yaml-lines.ts'

/** The settings of `.gitbook.yaml`, with all paths from the top of the repository. */
export interface LayoutConfig {
  /** The folder that holds the pages. */
  root: string
  readme: string
  summary: string
  assets: string
  includes: string
  variables: string
  /** The file that each former path of a page redirects to. */
  redirects: ReadonlyMap<string, string>
}

export const getConfigPath = (projectDirectory: string): string =>
  joinPaths(projectDirectory, '.gitbook.yaml')

export function readLayoutConfig(
  projectDirectory: string,
  text: string | undefined,
): { config: LayoutConfig; problems: string[] } {
  const problems: string[] = []
  const yaml = text === undefined ? {} : readYaml(text)
  if (!yaml) problems.push('.gitbook.yaml is not an object in YAML and was ignored.')
  const structure = isYamlObject(yaml?.['structure']) ? yaml['structure'] : {}
  const path = (value: unknown, folder: string, name: string, fallback: string): string => {
    if (value === undefined || value === null) return joinPaths(folder, fallback)
    const resolvedPath =
      typeof value === 'string' ? resolvePath(folder, value.replace(/^\/+/, '')) : undefined
    if (
      resolvedPath !== undefined &&
      (resolvedPath === folder || folder === '' || resolvedPath.startsWith(`${folder}/`))
    )
      return resolvedPath
    problems.push(`.gitbook.yaml: ${name} leads out of the project and was ignored.`)
    return joinPaths(folder, fallback)
  }
  const root = path(yaml?.['root'], projectDirectory, 'root', '')
  const redirects = readRedirects(yaml?.['redirects'], root, problems)
  return {
    config: {
      root,
      readme: path(structure['readme'], root, 'structure.readme', 'README.md'),
      summary: path(structure['summary'], root, 'structure.summary', 'SUMMARY.md'),
      assets: joinPaths(root, '.gitbook/assets'),
      includes: joinPaths(root, '.gitbook/includes'),
      variables: joinPaths(root, '.gitbook/vars.yaml'),
      redirects,
    },
    problems,
  }
}

const MAX_REDIRECTS = 5000
const MAX_PATH_CHARACTERS = 1000

function readRedirects(value: unknown, root: string, problems: string[]): Map<string, string> {
  const redirects = new Map<string, string>()
  for (const [from, to] of Object.entries(isYamlObject(value) ? value : {})) {
    const path = from.replaceAll(/^\/+|\/+$/g, '')
    const file = typeof to === 'string' ? resolvePath(root, to.replace(/^\/+/, '')) : undefined
    const isUsable = path !== '' && path.length <= MAX_PATH_CHARACTERS && isPlainPath(path)
    if (!isUsable || file === undefined || file === '' || file.length > MAX_PATH_CHARACTERS) {
      problems.push(`.gitbook.yaml: the redirect of ${JSON.stringify(from.slice(0, 200))} was ignored.`)
    } else if (redirects.size < MAX_REDIRECTS) redirects.set(path, file)
  }
  return redirects
}
