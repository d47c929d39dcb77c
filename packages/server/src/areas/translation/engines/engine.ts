import type { Network } from '../../../outbound/fetcher.ts'
import { Apertium } from './apertium.ts'
import type { Language } from '../../../common/languages.ts'
import { LibreTranslate } from './libretranslate.ts'
import { OpenAi } from './openai.ts'

/**
 * Terminology
 *
 * - **segment**: what is translated as one: the text of a paragraph, a heading, a cell, with tags such as `<x1>` in
 *   place of everything that is no language (`packages/markdown/src/translate`).
 * - **engine**: who translates segments: a program on this machine, or a server that Verso was set up with.
 */
export interface Engine {
  /** What its translations are remembered by: another engine, or another model of it, translates anew. */
  readonly name: string
  readonly honours: { readonly instructions: boolean; readonly glossary: boolean }
  /** How much it is given at once, and how often at the same time. */
  readonly batch: { readonly segments: number; readonly characters: number; readonly parallel: number }
  /**
   * One answer for each segment; nothing for one that it had no answer for. Throws `Invalid` for what will not work
   * later either, such as a pair of languages that it does not know, and `Unavailable` for what may.
   */
  translate(segments: readonly string[], request: TranslationRequest): Promise<(string | undefined)[]>
  close(): Promise<void>
}

export interface TranslationRequest {
  source: Language
  target: Language
  /** What people want the translator to know, as Markdown. */
  instructions: string
  /** Words, and what they are in the other language. */
  glossary: readonly Term[]
  signal: AbortSignal
}

export interface Term {
  source: string
  target: string
}

export type TranslatorSetting =
  | { kind: 'openai'; url: string; key: string | undefined; model: string }
  | { kind: 'libretranslate'; url: string; key: string | undefined }
  /** The folder with its linguistic data. */
  | { kind: 'apertium'; folder: string }

export function createEngine(setting: TranslatorSetting, network?: Network): Engine {
  switch (setting.kind) {
    case 'openai':
      return new OpenAi(setting, network)
    case 'libretranslate':
      return new LibreTranslate(setting, network)
    case 'apertium':
      return new Apertium(setting)
  }
}
