import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import type { Engine } from './engines/engine.ts'
import { GlossaryRepository } from './glossary/repository.ts'
import { glossaryRoutes } from './glossary/routes.ts'
import { GlossaryService } from './glossary/service.ts'
import { TranslationRepository } from './translations/repository.ts'
import { translationRoutes } from './translations/routes.ts'
import { TranslationService } from './translations/service.ts'
import { Translator } from './translations/translator.ts'

export type Translation = ReturnType<typeof createTranslation>

/** Spaces in other languages, kept up to date with their source, and the glossary that they follow. */
export function createTranslation(
  { database, clock, urls, tasks }: Platform,
  { revisionStore, main, documentParser, spaces, collections }: ContentArea,
  engine: Engine | undefined,
) {
  const base = { database, clock, urls }
  const glossary = new GlossaryService({ ...base, glossary: new GlossaryRepository() })
  const repository = new TranslationRepository()
  const translator = new Translator({
    ...base,
    revisionStore,
    main,
    documentParser,
    spaces,
    glossary,
    translations: repository,
    engine,
  })
  const translations = new TranslationService({
    ...base,
    tasks,
    translations: repository,
    collections,
    translator,
  })
  main.onMove(translations.sourceMoved)
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

export const translationAreaRoutes = ({ translations, glossary }: Translation): Route[] => [
  ...translationRoutes(translations),
  ...glossaryRoutes(glossary),
]
