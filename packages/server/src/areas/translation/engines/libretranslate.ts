import { Invalid, Unavailable } from '../../../common/errors.ts'
import type { Network } from '../../../outbound/fetcher.ts'
import type { Engine, TranslationRequest } from './engine.ts'
import { inEnglish, type Language, namesOf } from '../../../common/languages.ts'
import { EngineServer } from './server.ts'

/** A server of LibreTranslate's: free software, with models of its own. */
export class LibreTranslate implements Engine {
  readonly name: string
  readonly honours = { instructions: false, glossary: false }
  readonly batch = { segments: 50, characters: 5000, parallel: 2 }
  readonly #server: EngineServer
  readonly #key: string | undefined

  constructor(setting: { url: string; key: string | undefined }, network?: Network) {
    this.name = `libretranslate ${setting.url}`
    this.#key = setting.key
    this.#server = new EngineServer(setting.url, network)
  }

  async translate(segments: readonly string[], request: TranslationRequest): Promise<(string | undefined)[]> {
    const pair = await this.#pair(request)
    const answer = await this.#server.ask('/translate', {
      body: {
        q: segments,
        source: pair.source,
        target: pair.target,
        // So it knows tags, and keeps them where they are.
        format: 'html',
        ...(this.#key !== undefined && { api_key: this.#key }),
      },
      signal: request.signal,
    })
    const texts: unknown =
      typeof answer === 'object' && answer !== null && 'translatedText' in answer
        ? answer.translatedText
        : undefined
    if (!Array.isArray(texts) || texts.length !== segments.length) {
      throw new Unavailable('The translator answers with something else than the translations asked for.')
    }
    return texts.map((text: unknown) => (typeof text === 'string' ? text : undefined))
  }

  /** The names that the server has for the languages. */
  async #pair({ source, target, signal }: TranslationRequest): Promise<{ source: string; target: string }> {
    const known = await this.#server.ask('/languages', { signal })
    if (!Array.isArray(known)) throw new Unavailable('The translator does not say which languages it knows.')
    for (const entry of known as unknown[]) {
      if (typeof entry !== 'object' || entry === null || !('code' in entry)) continue
      const { code } = entry
      if (typeof code !== 'string' || !isName(source, code)) continue
      const targets: unknown[] = 'targets' in entry && Array.isArray(entry.targets) ? entry.targets : []
      const found = targets.find((name) => typeof name === 'string' && isName(target, name))
      if (typeof found === 'string') return { source: code, target: found }
    }
    throw new Invalid(`The translator does not translate from ${inEnglish(source)} to ${inEnglish(target)}.`)
  }

  close(): Promise<void> {
    return this.#server.close()
  }
}

const isName = (language: Language, name: string): boolean =>
  namesOf(language).some((known) => known.toLowerCase() === name.toLowerCase())
