import { Invalid, Unavailable } from '../../../common/errors.ts'
import type { Network } from '../../../outbound/fetcher.ts'
import type { TranslationEngine, TranslationRequest } from './engine.ts'
import { getEnglishName, type Language, listLanguageNames } from '../../../common/languages.ts'
import { EngineClient } from './engine-client.ts'

/** A LibreTranslate server. */
export class LibreTranslateEngine implements TranslationEngine {
  readonly name: string
  readonly supports = { instructions: false, glossary: false }
  readonly batchLimits = { segments: 50, characters: 5000, parallel: 2 }
  readonly #client: EngineClient
  readonly #key: string | undefined

  constructor(setting: { url: string; key: string | undefined }, network?: Network) {
    this.name = `libretranslate ${setting.url}`
    this.#key = setting.key
    this.#client = new EngineClient(setting.url, network)
  }

  async translate(segments: readonly string[], request: TranslationRequest): Promise<(string | undefined)[]> {
    const pair = await this.#findLanguagePair(request)
    const response = await this.#client.requestJson('/translate', {
      body: {
        q: segments,
        source: pair.source,
        target: pair.target,
        // In HTML, the server keeps the tags where they are.
        format: 'html',
        ...(this.#key !== undefined && { api_key: this.#key }),
      },
      signal: request.signal,
    })
    const texts: unknown =
      typeof response === 'object' && response !== null && 'translatedText' in response
        ? response.translatedText
        : undefined
    if (!Array.isArray(texts) || texts.length !== segments.length) {
      throw new Unavailable('The translator did not send one translation for each text.')
    }
    return texts.map((text: unknown) => (typeof text === 'string' ? text : undefined))
  }

  /** The codes that the server has for the languages. */
  async #findLanguagePair({
    source,
    target,
    signal,
  }: TranslationRequest): Promise<{ source: string; target: string }> {
    const languages = await this.#client.requestJson('/languages', { signal })
    if (!Array.isArray(languages)) throw new Unavailable('The translator did not list its languages.')
    for (const entry of languages as unknown[]) {
      if (typeof entry !== 'object' || entry === null || !('code' in entry)) continue
      const { code } = entry
      if (typeof code !== 'string' || !isCodeOf(source, code)) continue
      const targets: unknown[] = 'targets' in entry && Array.isArray(entry.targets) ? entry.targets : []
      const targetCode = targets.find((name) => typeof name === 'string' && isCodeOf(target, name))
      if (typeof targetCode === 'string') return { source: code, target: targetCode }
    }
    throw new Invalid(
      `The translator does not translate from ${getEnglishName(source)} to ${getEnglishName(target)}.`,
    )
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

const isCodeOf = (language: Language, name: string): boolean =>
  listLanguageNames(language).some((known) => known.toLowerCase() === name.toLowerCase())
