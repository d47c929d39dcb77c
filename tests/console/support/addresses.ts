import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../packages/console/src/app/routes')

interface RouteSource {
  file: string
  name: string
  parent: string
  path: string
}

/** Reads the routes from their sources: the modules themselves need a browser. */
function readRoutes(): RouteSource[] {
  const pattern =
    /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*(?:path: '([^']*)'|id: '[^']*')/g
  return globSync('*.{ts,tsx}', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)].map(
      ([, name = '', parent = '', path = '']) => ({
        file,
        name,
        parent,
        path,
      }),
    ),
  )
}

/** Every address of the console, with `$name` for what differs. */
export function listAddresses(): string[] {
  const routes = readRoutes()
  const findRoute = (name: string, file: string): RouteSource | undefined =>
    routes.find((route) => route.name === name && route.file === file) ??
    routes.find((route) => route.name === name)
  const getPath = ({ parent, path, file, name }: RouteSource): string => {
    const above = name === parent ? undefined : findRoute(parent, file)
    return `${above ? getPath(above) : ''}/${path}`.replaceAll(/\/+/g, '/')
  }
  const paths = routes.map(getPath).map((path) => (path.length > 1 ? path.replace(/\/$/, '') : path))
  return [...new Set(paths)].sort()
}
