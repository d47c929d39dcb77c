import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { IndexRepository } from './index-repository.ts'
import { IndexedTexts } from './indexed-texts.ts'
import { SearchIndexer } from './indexer.ts'
import { SearchRepository } from './repository.ts'
import { searchRoutes } from './routes.ts'
import { SearchService } from './service.ts'
import { Stems } from './stems.ts'

export type Search = ReturnType<typeof createSearch>

/** Full-text search over the pages of spaces. */
export function createSearch(
  { database, urls, jobs, onError }: Platform,
  { content, main, documents, outlines }: ContentArea,
) {
  const stems = new Stems()
  const index = new IndexRepository()
  const indexer = new SearchIndexer({
    database,
    index,
    content,
    texts: new IndexedTexts({ index, documents, outlines, stems }),
    jobs,
    onError,
  })
  main.onMoved(indexer.moved)
  main.onCopied(indexer.copied)
  const lifecycle: AreaLifecycle = {
    jobHandlers: {
      'index-spaces': () => indexer.indexDue(),
      'forget-words': () => indexer.forgetWords(),
    },
    close: () => indexer.close(),
  }
  return {
    search: new SearchService({ database, urls, search: new SearchRepository(), indexer, stems }),
    indexer,
    lifecycle,
  }
}

export const searchAreaRoutes = ({ search }: Search): Route[] => searchRoutes(search)
