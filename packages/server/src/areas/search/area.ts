import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { IndexRepository } from './indexing/index-repository.ts'
import { PageTextIndexer } from './indexing/page-text-indexer.ts'
import { SearchIndexer } from './indexing/indexer.ts'
import { SearchRepository } from './query/ranking-repository.ts'
import { searchRoutes } from './routes.ts'
import { SearchService } from './service.ts'
import { Stemmer } from './text/stemmer.ts'

export type SearchArea = ReturnType<typeof createSearchArea>

/** Full-text search over the pages of spaces. */
export function createSearchArea(
  { database, urls, jobs, onError }: Platform,
  { content, main, documents, outlines }: ContentArea,
) {
  const stems = new Stemmer()
  const index = new IndexRepository()
  const indexer = new SearchIndexer({
    database,
    index,
    content,
    texts: new PageTextIndexer({ index, documents, outlines, stems }),
    jobs,
    onError,
  })
  main.onMoved(indexer.onMainBranchMove)
  main.onCopied(indexer.onMainBranchCopy)
  const lifecycle: AreaLifecycle = {
    jobHandlers: {
      'index-spaces': () => indexer.indexStaleSpaces(),
      'forget-words': () => indexer.deleteUnusedWords(),
    },
    close: () => indexer.close(),
  }
  return {
    search: new SearchService({ database, urls, search: new SearchRepository(), indexer, stems }),
    indexer,
    lifecycle,
  }
}

export const searchAreaRoutes = ({ search }: SearchArea): Route[] => searchRoutes(search)
