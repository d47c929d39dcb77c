import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Invalid, Unavailable } from '../../../common/errors.ts'
import { TestNetwork } from '../../../testing/network.ts'
import { toUpperCaseText, startTestTranslator, type TestTranslator } from '../../../testing/translators.ts'
import { createTranslationEngine, type TranslationEngine, type TranslationRequest } from './engine.ts'

const network = new TestNetwork()
let translator: TestTranslator
const engines: TranslationEngine[] = []

beforeAll(async () => {
  translator = await startTestTranslator(network)
})
beforeEach(() => {
  translator.behaviour = { translate: toUpperCaseText }
  translator.requestedSegments.length = 0
  translator.requests.length = 0
  network.connections.length = 0
})
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close()
})
afterAll(() => network.close())

function engineOf(setting: Parameters<typeof createTranslationEngine>[0]): TranslationEngine {
  const engine = createTranslationEngine(setting, network)
  engines.push(engine)
  return engine
}

const libretranslate = (url = translator.url) => engineOf({ kind: 'libretranslate', url, key: 'k-1' })
const openai = (url = translator.url) => engineOf({ kind: 'openai', url, key: 'k-1', model: 'm' })

const asking = (more: Partial<TranslationRequest> = {}): TranslationRequest => ({
  source: 'en',
  target: 'es',
  instructions: '',
  glossary: [],
  signal: new AbortController().signal,
  ...more,
})

/** Answers everything so. */
const always = (status: number, body = '', headers: Record<string, string> = {}): void => {
  translator.behaviour = {
    translate: toUpperCaseText,
    respondInstead: (response) => {
      response.writeHead(status, headers).end(body)
      return true
    },
  }
}

describe('LibreTranslate', () => {
  test('is asked for HTML, with its own names of the languages and the key', async () => {
    const answers = await libretranslate().translate(
      ['a <x1>b</x1> &amp; c', 'd'],
      asking({ target: 'pt-br' }),
    )
    expect(answers).toEqual(['A <x1>B</x1> &amp; C', 'D'])
    expect(translator.requests).toMatchObject([
      {
        path: '/translate',
        body: {
          q: ['a <x1>b</x1> &amp; c', 'd'],
          source: 'en',
          target: 'pb',
          format: 'html',
          api_key: 'k-1',
        },
      },
    ])
  })

  test('does not translate between languages that it does not know', async () => {
    const translating = libretranslate().translate(['a'], asking({ target: 'ja' }))
    await expect(translating).rejects.toThrow('does not translate from English to Japanese')
    await expect(libretranslate().translate(['a'], asking({ source: 'ja', target: 'en' }))).rejects.toThrow(
      Invalid,
    )
    expect(translator.requests).toEqual([])
  })

  test.each([
    ['{"translatedText": "one for all"}'],
    ['{"translatedText": ["one too", "many"]}'],
    ['{"error": "no"}'],
    ['[]'],
    ['null'],
    ['<html>'],
  ])('that answers %s may know better later', async (garbage) => {
    always(200, garbage)
    await expect(libretranslate().translate(['a'], asking())).rejects.toThrow(Unavailable)
  })

  test('that answers with something else than text for one has no answer for that one', async () => {
    always(200, '{"translatedText": ["A", 5]}')
    expect(await libretranslate().translate(['a', 'b'], asking())).toEqual(['A', undefined])
  })
})

describe('a chat server', () => {
  test('is given the terms and the instructions, and nothing of them without', async () => {
    await openai().translate(['a'], asking())
    await openai().translate(
      ['a'],
      asking({ instructions: 'Be brief.', glossary: [{ source: 'page', target: 'página' }] }),
    )
    const [plain, full] = translator.requests.map(({ body }) => JSON.stringify(body))
    expect(plain).not.toMatch(/terms|ask for this/)
    expect(full).toMatch(/Be brief\..*/)
    expect(full).toContain('page → página')
    expect(translator.requests[0]?.headers.authorization).toBe('Bearer k-1')
  })

  test.each([
    ['no JSON', 'I am sorry.'],
    ['JSON that is none', '{"1": "A", '],
    ['another number', '{"7": "A"}'],
    ['something else than text', '{"1": ["A"]}'],
    ['a list', '["A"]'],
  ])('that says %s has no answer, and was asked twice', async (_, content) => {
    always(200, JSON.stringify({ choices: [{ message: { content } }] }))
    expect(await openai().translate(['a'], asking())).toEqual([undefined])
    expect(translator.requests).toHaveLength(2)
  })

  test('that names what every object has is not believed', async () => {
    always(
      200,
      JSON.stringify({ choices: [{ message: { content: '{"__proto__": "A", "constructor": "B"}' } }] }),
    )
    expect(await openai().translate(['a'], asking())).toEqual([undefined])
  })

  test.each([['{}'], ['{"choices": []}'], ['{"choices": [{"message": {"content": null}}]}'], ['7']])(
    'that answers %s may know better later',
    async (garbage) => {
      always(200, garbage)
      await expect(openai().translate(['a'], asking())).rejects.toThrow(Unavailable)
    },
  )
})

describe('a server', () => {
  test.each([400, 401, 403, 404, 422])('that answers %i will not do it later either', async (status) => {
    always(status, 'k-1')
    const translating = openai().translate(['a'], asking())
    await expect(translating).rejects.toThrow(Invalid)
    await expect(translating).rejects.not.toThrow('k-1')
    expect(translator.requests).toHaveLength(1)
  })

  test.each([500, 502, 408])('that answers %i may do it later', async (status) => {
    always(status)
    await expect(openai().translate(['a'], asking())).rejects.toThrow(Unavailable)
  })

  test('that is busy is asked again when it says, a few times', async () => {
    always(429, '', { 'retry-after': '0' })
    await expect(openai().translate(['a'], asking())).rejects.toThrow('too often')
    expect(translator.requests).toHaveLength(4)
    translator.requests.length = 0
    always(429, '', { 'retry-after': '3600' })
    await expect(openai().translate(['a'], asking())).rejects.toThrow(Unavailable)
    expect(translator.requests).toHaveLength(1)
  })

  test('that redirects is not followed, wherever it leads', async () => {
    always(307, '', { location: 'http://127.0.0.1:1/elsewhere' })
    await expect(openai().translate(['a'], asking())).rejects.toThrow(Unavailable)
    expect(network.connections).toEqual(['127.0.0.1'])
  })

  test('that is not there may come', async () => {
    await expect(openai('http://nowhere.example').translate(['a'], asking())).rejects.toThrow(Unavailable)
  })

  test('on loopback or in a private network is the choice of whoever runs Verso', async () => {
    network.setAddresses('models.internal', ['127.0.0.1'])
    const { port } = new URL(translator.url)
    expect(await openai(`http://models.internal:${port}/`).translate(['a'], asking())).toEqual(['A'])
  })

  test('that takes its time is left when nobody waits any more', async () => {
    const asked = Promise.withResolvers<void>()
    translator.behaviour = {
      translate: toUpperCaseText,
      respondInstead: () => {
        asked.resolve()
        return true
      },
    }
    const stop = new AbortController()
    const translating = openai().translate(['a'], asking({ signal: stop.signal }))
    await asked.promise
    stop.abort(new Error('nobody waits'))
    await expect(translating).rejects.toThrow('nobody waits')
  })
})

describe('Apertium', () => {
  /** Data with modes of programs that every machine has. */
  const folder = mkdtempSync(join(tmpdir(), 'verso-apertium-'))
  const mode = (name: string, text: string): void =>
    writeFileSync(join(folder, 'modes', `${name}.mode`), text)
  beforeAll(() => {
    mkdirSync(join(folder, 'modes'))
    for (const [name, work] of [
      ['upper', `text => text.replaceAll('u', 'U')`],
      ['picky', `text => text.includes('BAD') ? process.exit(1) : text`],
      ['glue', `text => text.replace('[s1]\\0', '[s1]')`],
      ['fail', `() => process.exit(3)`],
      ['hold', `() => setTimeout(() => {}, 60_000) && ''`],
    ] as const) {
      const program = join(folder, name)
      const read = `let all = ''; process.stdin.on('data', (some) => (all += some))`
      writeFileSync(
        program,
        `#!${process.execPath}\n${read}.on('end', () => process.stdout.write((${work})(all)))\n`,
      )
      chmodSync(program, 0o755)
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const apertium = () => engineOf({ kind: 'apertium', folder })

  test('without data for the languages says what to install', async () => {
    const translating = apertium().translate(['a'], asking({ source: 'en', target: 'fr' }))
    await expect(translating).rejects.toThrow('no data to translate from English to French')
    const elsewhere = engineOf({ kind: 'apertium', folder: '/nowhere' })
    await expect(elsewhere.translate(['a'], asking())).rejects.toThrow(Invalid)
  })

  test('is a pipeline of the programs that a mode lists; text goes through it whole', async () => {
    mode('eng-spa', `${join(folder, 'upper')} '$1' | ${join(folder, 'upper')} $2 'x y'\n`)
    const segments = [
      'fur <x1>you</x1> [c] {d} ^e$ f/g \\ @h &lt;i&gt; &amp; ~<x2/>',
      'run; rm -rf $(x) `y` "z" ^',
      '.',
    ]
    expect(await apertium().translate(segments, asking())).toEqual([
      'fUr <x1>yoU</x1> [c] {d} ^e$ f/g \\ @h &lt;i&gt; &amp; ~<x2/>',
      'rUn; rm -rf $(x) `y` "z" ^',
      '.',
    ])
  })

  test('that breaks on one text has no answer for that one', async () => {
    mode('eng-spa', `${join(folder, 'picky')} | ${join(folder, 'upper')}`)
    const segments = ['sun', 'run', 'BAD', 'fun', 'pun']
    expect(await apertium().translate(segments, asking())).toEqual(['sUn', 'rUn', undefined, 'fUn', 'pUn'])
  })

  test('whose answers run into each other has none for those', async () => {
    mode('eng-spa', `${join(folder, 'glue')} | ${join(folder, 'upper')}`)
    expect(await apertium().translate(['sun', 'run', 'fun'], asking())).toEqual(['sUn', undefined, undefined])
  })

  test('that fails says which program did', async () => {
    mode('en-es', join(folder, 'fail'))
    mode('eng-spa', join(folder, 'fail'))
    await expect(apertium().translate(['a'], asking())).rejects.toThrow(/fail ended with 3/)
    mode('eng-spa', `nowhere-to-be-found 'x'`)
    rmSync(join(folder, 'modes/en-es.mode'))
    await expect(apertium().translate(['a'], asking())).rejects.toThrow(/not installed/)
  })

  test('is ended when nobody waits any more', async () => {
    mode('eng-spa', `${join(folder, 'hold')} | ${join(folder, 'upper')}`)
    const stop = new AbortController()
    const translating = apertium().translate(['a'], asking({ signal: stop.signal }))
    setTimeout(() => stop.abort(new Error('nobody waits')), 100)
    await expect(translating).rejects.toThrow('nobody waits')
  })
})
