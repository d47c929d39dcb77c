import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestNetwork } from './network.ts'

/** What a test's translator makes of a segment, or of a request as a whole by writing the answer itself. */
export interface TranslatorBehaviour {
  /** Nothing leaves the segment out of the answer. */
  translate: (segment: string) => string | undefined
  /** Whether it has answered the request already. */
  respondInstead?: (response: ServerResponse, n: number) => boolean | Promise<boolean>
}

/** A translator on loopback that speaks the protocols of OpenAI's chat and of LibreTranslate. */
export interface TestTranslator {
  url: string
  /** Changes with the test. */
  behaviour: TranslatorBehaviour
  /** The segments that it was asked for, in order. */
  requestedSegments: string[]
  /** The requests as they came, without what it was asked about its languages. */
  requests: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[]
}

/** Words in capitals; tags and entities as they are. */
export const toUpperCaseText = (segment: string): string =>
  segment
    .split(/(<[^>]*>|&[a-z]+;)/)
    .map((part) => (/^[<&]/.test(part) ? part : part.toUpperCase()))
    .join('')

export async function startTestTranslator(network: TestNetwork): Promise<TestTranslator> {
  const translator: TestTranslator = { url: '', behaviour: { translate: toUpperCaseText }, requestedSegments: [], requests: [] }
  const { url } = await network.listen((request, response) => {
    void answer(translator, request, response)
  })
  translator.url = url
  return translator
}

async function answer(
  translator: TestTranslator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const json = (value: unknown): void => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
  }
  if (request.url === '/languages') {
    json([
      { code: 'en', targets: ['en', 'es', 'fr', 'pb'] },
      { code: 'es', targets: ['en'] },
    ])
    return
  }
  const body = JSON.parse(await text(request)) as Record<string, unknown>
  translator.requests.push({ path: request.url ?? '', headers: request.headers, body })
  const { behaviour } = translator
  if (await behaviour.respondInstead?.(response, translator.requests.length)) return
  const one = (segment: string): string | undefined => {
    translator.requestedSegments.push(segment)
    return behaviour.translate(segment)
  }
  if (request.url === '/translate') {
    json({ translatedText: (body['q'] as string[]).map(one) })
    return
  }
  const messages = body['messages'] as { role: string; content: string }[]
  const texts = JSON.parse(messages.at(-1)?.content ?? '{}') as Record<string, string>
  const answers = Object.fromEntries(Object.entries(texts).map(([n, segment]) => [n, one(segment)]))
  json({
    choices: [
      { message: { role: 'assistant', content: `Here:\n\`\`\`json\n${JSON.stringify(answers)}\n\`\`\`` } },
    ],
  })
}
