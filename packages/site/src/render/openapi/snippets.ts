import type { Snippet } from '../../content/highlight.ts'
import { listResponses } from './bodies.ts'
import { findOperation } from './find-operation.ts'
import { writeSamples } from './sample-languages.ts'
import { createSampleRequest, formatExample } from './samples.ts'
import type { OpenAPIDocument } from './types.ts'

/** Collects the request samples and response examples of an operation, to be highlighted before it is rendered. */
export function collectOpenAPISnippets(document: OpenAPIDocument, path: string, method: string): Snippet[] {
  const match = findOperation(document.paths, path, method)
  if (!match) return []
  const { operation, parameters } = match
  const request = createSampleRequest(document, path, method.toLowerCase(), operation, parameters)
  const samples = writeSamples(request).map(({ source, syntax }) => ({ code: source, syntax }))
  const examples = listResponses(operation).flatMap(([, response]) => {
    const code = formatExample(response.content)
    return code === undefined ? [] : [{ code, syntax: 'json' }]
  })
  return [...samples, ...examples]
}
