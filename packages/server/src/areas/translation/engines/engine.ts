import type { Network } from '../../../outbound/fetcher.ts'
import { ApertiumEngine } from './apertium.ts'
import type { Language } from '../../../common/languages.ts'
import { LibreTranslateEngine } from './libretranslate.ts'
import { OpenAIEngine } from './openai.ts'

/**
 * Terminology
 *
 * - **segment**: a text that is translated as a whole: a paragraph, a heading or a table cell, with tags such as `<x1>`
 *   in place of markup (`packages/markdown/src/translate`).
 * - **engine**: translates segments: a program on this machine, or a server that is configured.
 */
export interface TranslationEngine {
  /** Part of the key of stored translations: another engine, or another model, translates every text again. */
  readonly name: string
  /** Which parts of a request the engine uses. */
  readonly supports: { readonly instructions: boolean; readonly glossary: boolean }
  /** How much one call may have, and how many calls may run at once. */
  readonly batchLimits: { readonly segments: number; readonly characters: number; readonly parallel: number }
  /**
   * Returns one translation for each segment, and undefined where there is none. Throws `Invalid` for an error that a
   * later attempt cannot fix, such as an unknown pair of languages, and `Unavailable` for one that it may.
   */
  translate(segments: readonly string[], request: TranslationRequest): Promise<(string | undefined)[]>
  close(): Promise<void>
}

export interface TranslationRequest {
  source: Language
  target: Language
  /** Instructions of people for the translator, in Markdown. */
  instructions: string
  /** The terms to use. */
  glossary: readonly GlossaryTerm[]
  signal: AbortSignal
}

export interface GlossaryTerm {
  source: string
  target: string
}

export type TranslatorSettings =
  | { kind: 'openai'; url: string; key: string | undefined; model: string }
  | { kind: 'libretranslate'; url: string; key: string | undefined }
  /** The folder with its linguistic data. */
  | { kind: 'apertium'; folder: string }

export function createTranslationEngine(setting: TranslatorSettings, network?: Network): TranslationEngine {
  switch (setting.kind) {
    case 'openai':
      return new OpenAIEngine(setting, network)
    case 'libretranslate':
      return new LibreTranslateEngine(setting, network)
    case 'apertium':
      return new ApertiumEngine(setting)
  }
}
