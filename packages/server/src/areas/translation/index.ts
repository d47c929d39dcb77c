export { createTranslationArea, type TranslationArea, translationAreaRoutes } from './area.ts'
export { makeTranslationKey } from './translations/repository.ts'
export { createTranslationEngine, type TranslationEngine, type TranslatorSettings } from './engines/engine.ts'
