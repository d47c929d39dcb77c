export { createTranslation, type Translation, translationAreaRoutes } from './area.ts'
export { createEngine, type Engine, type TranslatorSetting } from './engines/engine.ts'
