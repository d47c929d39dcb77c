import { joinPath, resolvePath } from './paths.ts'
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
  const redirects = Object.entries(isObject(yaml?.['redirects']) ? yaml['redirects'] : {}).flatMap(
    ([from, to]) => (typeof to === 'string' ? [[from, to] as const] : []),
  )
  return {
    config: {
      root,
      readme: path(structure['readme'], root, 'structure.readme', 'README.md'),
      summary: path(structure['summary'], root, 'structure.summary', 'SUMMARY.md'),
      assets: joinPath(root, '.gitbook/assets'),
      includes: joinPath(root, '.gitbook/includes'),
      variables: joinPath(root, '.gitbook/vars.yaml'),
      redirects: new Map(redirects),
    },
    problems,
  }
}
