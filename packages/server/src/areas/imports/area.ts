import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { importRoutes } from './routes.ts'
import { ImportService } from './service.ts'

export type Imports = ReturnType<typeof createImports>

/** Creates the import of content from websites, archives, wikis and documents. */
export function createImports(
  { database, clock, urls, fetcher, git }: Platform,
  { revisionStore, main, changeRequests, files }: ContentArea,
) {
  const imports = new ImportService({
    database,
    clock,
    urls,
    revisionStore,
    main,
    changeRequests,
    files,
    fetcher,
    git,
  })
  const lifecycle: AreaLifecycle = { close: () => imports.close() }
  return { imports, lifecycle }
}

export const importAreaRoutes = ({ imports }: Imports): Route[] => importRoutes(imports)
