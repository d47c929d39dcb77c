import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { importRoutes } from './routes.ts'
import { ImportService, type ImportSettings } from './service.ts'

export type ImportsArea = ReturnType<typeof createImportsArea>

/** Creates the import of content from websites, archives, wikis and documents. */
export function createImportsArea(
  { database, clock, urls, fetcher, git }: Platform,
  { revisionStore, main, changeRequests, files }: ContentArea,
  settings: ImportSettings,
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
    settings,
  })
  const lifecycle: AreaLifecycle = { close: () => imports.close() }
  return { imports, lifecycle }
}

export const importsAreaRoutes = ({ imports }: ImportsArea): Route[] => importRoutes(imports)
