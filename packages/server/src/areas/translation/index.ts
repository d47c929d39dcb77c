export { createTranslationArea, type TranslationArea, translationAreaRoutes } from './area.ts'
export { createTranslationEngine, type TranslationEngine, type TranslatorSettings } from './engines/engine.ts'
