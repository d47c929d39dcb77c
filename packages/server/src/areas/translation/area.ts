import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import type { TranslationEngine } from './engines/engine.ts'
import { GlossaryRepository } from './glossary/repository.ts'
import { glossaryRoutes } from './glossary/routes.ts'
import { GlossaryService } from './glossary/service.ts'
import { TranslationRepository } from './translations/repository.ts'
import { translationRoutes } from './translations/routes.ts'
import { TranslationService } from './translations/service.ts'
import { TranslationRunner } from './translations/translation-runner.ts'

export type TranslationArea = ReturnType<typeof createTranslationArea>

/** Translations of spaces, which are updated with their source, and the glossary that they use. */
export function createTranslationArea(
  { database, clock, urls, tasks }: Platform,
  { revisionStore, main, documentParser, spaces, collections, specAccess }: ContentArea,
  engine: TranslationEngine | undefined,
) {
  const base = { database, clock, urls }
  const glossary = new GlossaryService({ ...base, glossary: new GlossaryRepository() })
  const repository = new TranslationRepository()
  const runner = new TranslationRunner({
    ...base,
    revisionStore,
    main,
    documentParser,
    spaces,
    specAccess,
    glossary,
    translations: repository,
    engine,
  })
  const translations = new TranslationService({
    ...base,
    tasks,
    translations: repository,
    collections,
    runner,
  })
  main.onMove(translations.onMainBranchMove)
  const lifecycle: AreaLifecycle = {
    cleanUp: (now) => repository.deleteUnusedMemory(database, now),
    close: async () => engine?.close(),
  }
  return {
    glossary,
    translations,
    lifecycle,
  }
}

export const translationAreaRoutes = ({ translations, glossary }: TranslationArea): Route[] => [
  ...translationRoutes(translations),
  ...glossaryRoutes(glossary),
]
