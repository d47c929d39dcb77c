import type { Route } from '../../http/route.ts'
import { cacheBriefly } from '../../monitoring/brief-cache.ts'
import { withoutLabels } from '../../monitoring/metrics.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { IndexRepository } from './indexing/index-repository.ts'
import { WordDictionaries } from './indexing/word-dictionary.ts'
import { readIndexLag } from './indexing/lag-repository.ts'
import { PlacementRepository } from './indexing/placement-repository.ts'
import { PageTextIndexer } from './indexing/page-text-indexer.ts'
import { PooledSectionReader } from './indexing/pooled-section-reader.ts'
import { SearchIndexer } from './indexing/indexer.ts'
import { HitPresenter } from './present.ts'
import { PageSearcher } from './query/page-searcher.ts'
import { RankingRepository } from './query/ranking-repository.ts'
import { SearchRepository } from './query/repository.ts'
import { SpellingCorrector } from './query/spelling-corrector.ts'
import { searchRoutes } from './routes.ts'
import { SearchService } from './service.ts'
import { StemRepository } from './text/stem-repository.ts'
import { Stemmer } from './text/stemmer.ts'

export type SearchArea = ReturnType<typeof createSearchArea>

/** Full-text search over the pages of spaces. */
export function createSearchArea(
  { database, urls, jobs, caches, onError }: Platform,
  { revisionStore, main, documentParser, documentLinks }: ContentArea,
) {
  const stemmer = new Stemmer(new StemRepository())
  const index = new IndexRepository()
  const sectionReader = new PooledSectionReader()
  const indexer = new SearchIndexer({
    database,
    index,
    placements: new PlacementRepository(),
    revisionStore,
    texts: new PageTextIndexer({
      index,
      documentParser,
      documentLinks,
      dictionaries: new WordDictionaries(stemmer),
      sectionReader,
    }),
    jobs,
    onError,
  })
  main.onMove(indexer.onMainBranchMove)
  main.onCopy(indexer.onMainBranchCopy)
  const lifecycle: AreaLifecycle = {
    jobHandlers: {
      'index-spaces': () => indexer.indexStaleSpaces(),
      'forget-words': () => indexer.deleteUnusedWords(),
    },
    registerMetrics: (metrics) => {
      const readLag = cacheBriefly(() => readIndexLag(database))
      metrics.addGauge(
        'verso_search_stale_spaces',
        'Spaces whose changes are not indexed yet',
        [],
        async () => withoutLabels((await readLag()).staleSpaces),
      )
      metrics.addGauge(
        'verso_search_lag_seconds',
        'The age of the oldest content that is not indexed yet',
        [],
        async () => withoutLabels((await readLag()).seconds),
      )
    },
    close: async () => {
      await indexer.close()
      await sectionReader.close()
    },
  }
  const repository = new SearchRepository()
  const searcher = new PageSearcher({
    database,
    ranking: new RankingRepository(),
    corrector: new SpellingCorrector(repository),
    stemmer,
  })
  const presenter = new HitPresenter({ revisionStore, urls })
  return {
    search: new SearchService({ database, presenter, repository, searcher, indexer, caches }),
    presenter,
    indexer,
    lifecycle,
  }
}

export const searchAreaRoutes = ({ search }: SearchArea): Route[] => searchRoutes(search)
