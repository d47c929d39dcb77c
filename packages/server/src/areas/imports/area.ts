import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { ContentCollector, type ImportSettings } from './collector/content-collector.ts'
import { importRoutes } from './routes.ts'
import { ImportRunRepository } from './runs/repository.ts'
import { importRunRoutes } from './runs/routes.ts'
import { ImportRunService } from './runs/service.ts'
import { ImportService } from './service.ts'

export type ImportsArea = ReturnType<typeof createImportsArea>

/** Creates the import of content from websites, archives, wikis and documents. */
export function createImportsArea(
  { database, clock, urls, tasks, fetcher, git }: Platform,
  { revisionStore, main, changeRequests, files }: ContentArea,
  settings: ImportSettings,
) {
  const collector = new ContentCollector({ files, fetcher, git, clock, settings })
  const base = { database, clock, urls, revisionStore, main, changeRequests, collector }
  const imports = new ImportService(base)
  const importRuns = new ImportRunService({ ...base, tasks, files, runs: new ImportRunRepository() })
  const lifecycle: AreaLifecycle = { close: () => collector.close() }
  return { imports, importRuns, lifecycle }
}

export const importsAreaRoutes = ({ imports, importRuns }: ImportsArea): Route[] => [
  ...importRoutes(imports),
  ...importRunRoutes(importRuns),
]
