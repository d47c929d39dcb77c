import { goNative } from '@scalar/snippetz/plugins/go/native'
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch'
import { phpCurl } from '@scalar/snippetz/plugins/php/curl'
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests'
import { rubyNative } from '@scalar/snippetz/plugins/ruby/native'
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl'
import { MAX_CODE_CHARACTERS, type SampleRequest } from './samples.ts'

interface SampleLanguage {
  label: string
  syntax: string
  write: (request: SampleRequest) => string
}

/** Writes a sample with a generator, which gets the request in the format of HTTP archives. */
const writeWith =
  ({ generate }: typeof shellCurl): SampleLanguage['write'] =>
  ({ method, url, headers, body }) => {
    const text = generate({
      method,
      // Some generators write the URL in quotes as it is, and others encode the braces of placeholders.
      url: url.replaceAll("'", '%27').replaceAll('"', '%22'),
      headers: headers.map(([name, value]) => ({ name, value })),
      ...(body && { postData: { mimeType: body.type, text: formatBody(body.value) } }),
    })
    return text.replaceAll(/%7B([\w-]+)%7D/gi, '{$1}').slice(0, MAX_CODE_CHARACTERS)
  }

const formatBody = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** The languages that samples are written in. */
const sampleLanguages: readonly SampleLanguage[] = [
  { label: 'cURL', syntax: 'bash', write: writeWith(shellCurl) },
  { label: 'JavaScript', syntax: 'javascript', write: writeWith(jsFetch) },
  { label: 'Python', syntax: 'python', write: writeWith(pythonRequests) },
  { label: 'Go', syntax: 'go', write: writeWith(goNative) },
  { label: 'PHP', syntax: 'php', write: writeWith(phpCurl) },
  { label: 'Ruby', syntax: 'ruby', write: writeWith(rubyNative) },
]

/** One request as code. */
export interface Sample {
  label: string
  syntax: string | undefined
  source: string
}

/** Writes a request in every language. Where a generator cannot, as with a URL that is none, its language is left out. */
export function writeSamples(request: SampleRequest): Sample[] {
  return sampleLanguages.flatMap(({ label, syntax, write }) => {
    try {
      return [{ label, syntax, source: write(request) }]
    } catch {
      return []
    }
  })
}
