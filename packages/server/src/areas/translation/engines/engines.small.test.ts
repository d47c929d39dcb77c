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

function makeEngine(setting: Parameters<typeof createTranslationEngine>[0]): TranslationEngine {
  const engine = createTranslationEngine(setting, network)
  engines.push(engine)
  return engine
}

const libretranslate = (url = translator.url) => makeEngine({ kind: 'libretranslate', url, key: 'k-1' })
const openai = (url = translator.url) => makeEngine({ kind: 'openai', url, key: 'k-1', model: 'm' })

const makeRequest = (more: Partial<TranslationRequest> = {}): TranslationRequest => ({
  source: 'en',
  target: 'es',
  instructions: '',
  glossary: [],
  signal: new AbortController().signal,
  ...more,
})

/** Makes the test server respond to every request in this way. */
const respondAlways = (status: number, body = '', headers: Record<string, string> = {}): void => {
  translator.behaviour = {
    translate: toUpperCaseText,
    respondInstead: (response) => {
      response.writeHead(status, headers).end(body)
      return true
    },
  }
}

describe('LibreTranslate', () => {
  test('gets HTML, its own language codes, and the key', async () => {
    const answers = await libretranslate().translate(
      ['a <x1>b</x1> &amp; c', 'd'],
      makeRequest({ target: 'pt-br' }),
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

  test('rejects a pair of languages that it does not know', async () => {
    const translating = libretranslate().translate(['a'], makeRequest({ target: 'ja' }))
    await expect(translating).rejects.toThrow('does not translate from English to Japanese')
    await expect(
      libretranslate().translate(['a'], makeRequest({ source: 'ja', target: 'en' })),
    ).rejects.toThrow(Invalid)
    expect(translator.requests).toEqual([])
  })

  test.each([
    ['{"translatedText": "one for all"}'],
    ['{"translatedText": ["one too", "many"]}'],
    ['{"error": "no"}'],
    ['[]'],
    ['null'],
    ['<html>'],
  ])('that responds with %s is unavailable', async (garbage) => {
    respondAlways(200, garbage)
    await expect(libretranslate().translate(['a'], makeRequest())).rejects.toThrow(Unavailable)
  })

  test('gives no translation for a text whose translation is not a string', async () => {
    respondAlways(200, '{"translatedText": ["A", 5]}')
    expect(await libretranslate().translate(['a', 'b'], makeRequest())).toEqual(['A', undefined])
  })
})

describe('a chat server', () => {
  test('gets the terms and the instructions, if there are some', async () => {
    await openai().translate(['a'], makeRequest())
    await openai().translate(
      ['a'],
      makeRequest({ instructions: 'Be brief.', glossary: [{ source: 'page', target: 'página' }] }),
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
  ])('that responds with %s gives no translation after two requests', async (_, content) => {
    respondAlways(200, JSON.stringify({ choices: [{ message: { content } }] }))
    expect(await openai().translate(['a'], makeRequest())).toEqual([undefined])
    expect(translator.requests).toHaveLength(2)
  })

  test('may not set inherited properties such as constructor', async () => {
    respondAlways(
      200,
      JSON.stringify({ choices: [{ message: { content: '{"__proto__": "A", "constructor": "B"}' } }] }),
    )
    expect(await openai().translate(['a'], makeRequest())).toEqual([undefined])
  })

  test.each([['{}'], ['{"choices": []}'], ['{"choices": [{"message": {"content": null}}]}'], ['7']])(
    'that responds with %s is unavailable',
    async (garbage) => {
      respondAlways(200, garbage)
      await expect(openai().translate(['a'], makeRequest())).rejects.toThrow(Unavailable)
    },
  )
})

describe('the server of an engine', () => {
  test.each([400, 401, 403, 404, 422])('that responds with %i is invalid', async (status) => {
    respondAlways(status, 'k-1')
    const translating = openai().translate(['a'], makeRequest())
    await expect(translating).rejects.toThrow(Invalid)
    await expect(translating).rejects.not.toThrow('k-1')
    expect(translator.requests).toHaveLength(1)
  })

  test.each([500, 502, 408])('that responds with %i is unavailable', async (status) => {
    respondAlways(status)
    await expect(openai().translate(['a'], makeRequest())).rejects.toThrow(Unavailable)
  })

  test('that is busy is called again after retry-after, up to three times', async () => {
    respondAlways(429, '', { 'retry-after': '0' })
    await expect(openai().translate(['a'], makeRequest())).rejects.toThrow('too often')
    expect(translator.requests).toHaveLength(4)
    translator.requests.length = 0
    respondAlways(429, '', { 'retry-after': '3600' })
    await expect(openai().translate(['a'], makeRequest())).rejects.toThrow(Unavailable)
    expect(translator.requests).toHaveLength(1)
  })

  test('that redirects is not followed', async () => {
    respondAlways(307, '', { location: 'http://127.0.0.1:1/elsewhere' })
    await expect(openai().translate(['a'], makeRequest())).rejects.toThrow(Unavailable)
    expect(network.connections).toEqual(['127.0.0.1'])
  })

  test('that cannot be reached is unavailable', async () => {
    await expect(openai('http://nowhere.example').translate(['a'], makeRequest())).rejects.toThrow(
      Unavailable,
    )
  })

  test('may be on the loopback interface or in a private network', async () => {
    network.setAddresses('models.internal', ['127.0.0.1'])
    const { port } = new URL(translator.url)
    expect(await openai(`http://models.internal:${port}/`).translate(['a'], makeRequest())).toEqual(['A'])
  })

  test('is not waited for after the request is aborted', async () => {
    const requestReceived = Promise.withResolvers<void>()
    translator.behaviour = {
      translate: toUpperCaseText,
      respondInstead: () => {
        requestReceived.resolve()
        return true
      },
    }
    const stop = new AbortController()
    const translating = openai().translate(['a'], makeRequest({ signal: stop.signal }))
    await requestReceived.promise
    stop.abort(new Error('nobody waits'))
    await expect(translating).rejects.toThrow('nobody waits')
  })
})

describe('Apertium', () => {
  /** Linguistic data whose modes list small test programs. */
  const folder = mkdtempSync(join(tmpdir(), 'verso-apertium-'))
  const writeMode = (name: string, text: string): void =>
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
  const apertium = () => makeEngine({ kind: 'apertium', folder })

  test('says what to install if it has no data for the languages', async () => {
    const translating = apertium().translate(['a'], makeRequest({ source: 'en', target: 'fr' }))
    await expect(translating).rejects.toThrow('no data to translate from English to French')
    const withoutData = makeEngine({ kind: 'apertium', folder: '/nowhere' })
    await expect(withoutData.translate(['a'], makeRequest())).rejects.toThrow(Invalid)
  })

  test('runs the programs that a mode lists as a pipeline, and keeps the text intact', async () => {
    writeMode('eng-spa', `${join(folder, 'upper')} '$1' | ${join(folder, 'upper')} $2 'x y'\n`)
    const segments = [
      'fur <x1>you</x1> [c] {d} ^e$ f/g \\ @h &lt;i&gt; &amp; ~<x2/>',
      'run; rm -rf $(x) `y` "z" ^',
      '.',
    ]
    expect(await apertium().translate(segments, makeRequest())).toEqual([
      'fUr <x1>yoU</x1> [c] {d} ^e$ f/g \\ @h &lt;i&gt; &amp; ~<x2/>',
      'rUn; rm -rf $(x) `y` "z" ^',
      '.',
    ])
  })

  test('gives no translation for the one text that a program fails on', async () => {
    writeMode('eng-spa', `${join(folder, 'picky')} | ${join(folder, 'upper')}`)
    const segments = ['sun', 'run', 'BAD', 'fun', 'pun']
    expect(await apertium().translate(segments, makeRequest())).toEqual([
      'sUn',
      'rUn',
      undefined,
      'fUn',
      'pUn',
    ])
  })

  test('gives no translation for texts whose output runs into each other', async () => {
    writeMode('eng-spa', `${join(folder, 'glue')} | ${join(folder, 'upper')}`)
    expect(await apertium().translate(['sun', 'run', 'fun'], makeRequest())).toEqual([
      'sUn',
      undefined,
      undefined,
    ])
  })

  test('says which program failed', async () => {
    writeMode('en-es', join(folder, 'fail'))
    writeMode('eng-spa', join(folder, 'fail'))
    await expect(apertium().translate(['a'], makeRequest())).rejects.toThrow(/fail ended with 3/)
    writeMode('eng-spa', `nowhere-to-be-found 'x'`)
    rmSync(join(folder, 'modes/en-es.mode'))
    await expect(apertium().translate(['a'], makeRequest())).rejects.toThrow(/not installed/)
  })

  test('is killed when the request is aborted', async () => {
    writeMode('eng-spa', `${join(folder, 'hold')} | ${join(folder, 'upper')}`)
    const stop = new AbortController()
    const translating = apertium().translate(['a'], makeRequest({ signal: stop.signal }))
    setTimeout(() => stop.abort(new Error('nobody waits')), 100)
    await expect(translating).rejects.toThrow('nobody waits')
  })
})
