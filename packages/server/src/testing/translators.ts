import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestNetwork } from './network.ts'

/** How a test translator responds. */
export interface TranslatorBehaviour {
  /** Undefined leaves the segment out of the response. */
  translate: (segment: string) => string | undefined
  /** May write a response itself; returns whether it did. */
  respondInstead?: (response: ServerResponse, n: number) => boolean | Promise<boolean>
}

/** A server on the loopback interface with the APIs of OpenAI's chat completions and of LibreTranslate. */
export interface TestTranslator {
  url: string
  /** Each test sets its own. */
  behaviour: TranslatorBehaviour
  /** The segments of all requests, in order. */
  requestedSegments: string[]
  /** All requests except those for the list of languages. */
  requests: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[]
}

/** Puts words in upper case and keeps tags and entities as they are. */
export const toUpperCaseText = (segment: string): string =>
  segment
    .split(/(<[^>]*>|&[a-z]+;)/)
    .map((part) => (/^[<&]/.test(part) ? part : part.toUpperCase()))
    .join('')

export async function startTestTranslator(network: TestNetwork): Promise<TestTranslator> {
  const translator: TestTranslator = {
    url: '',
    behaviour: { translate: toUpperCaseText },
    requestedSegments: [],
    requests: [],
  }
  const { url } = await network.listen((request, response) => {
    void respond(translator, request, response)
  })
  translator.url = url
  return translator
}

async function respond(
  translator: TestTranslator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sendJson = (value: unknown): void => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
  }
  if (request.url === '/languages') {
    sendJson([
      { code: 'en', targets: ['en', 'es', 'fr', 'pb'] },
      { code: 'es', targets: ['en'] },
    ])
    return
  }
  const body = JSON.parse(await text(request)) as Record<string, unknown>
  translator.requests.push({ path: request.url ?? '', headers: request.headers, body })
  const { behaviour } = translator
  if (await behaviour.respondInstead?.(response, translator.requests.length)) return
  const translateSegment = (segment: string): string | undefined => {
    translator.requestedSegments.push(segment)
    return behaviour.translate(segment)
  }
  if (request.url === '/translate') {
    sendJson({ translatedText: (body['q'] as string[]).map(translateSegment) })
    return
  }
  const messages = body['messages'] as { role: string; content: string }[]
  const texts = JSON.parse(messages.at(-1)?.content ?? '{}') as Record<string, string>
  const answers = Object.fromEntries(
    Object.entries(texts).map(([n, segment]) => [n, translateSegment(segment)]),
  )
  sendJson({
    choices: [
      { message: { role: 'assistant', content: `Here:\n\`\`\`json\n${JSON.stringify(answers)}\n\`\`\`` } },
    ],
  })
}
