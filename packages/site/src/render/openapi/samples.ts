import { limitValue, listEntries, isObject, createSample } from './schema.ts'
import type { MediaType, OpenAPIDocument, Operation, Parameter, SecurityScheme } from './types.ts'

/** A request as it is sent, from which every language's sample is written. */
export interface SampleRequest {
  method: string
  url: string
  headers: [string, string][]
  body: { type: string; value: unknown } | undefined
}

const formatParameterValue = (parameter: Parameter): string => {
  const given = parameter.example ?? Object.values(parameter.examples ?? {})[0]?.value
  const made = limitValue(given) ?? createSample(parameter.schema)
  return typeof made === 'string' ? made : (JSON.stringify(made) ?? '')
}

export function createSampleRequest(
  document: OpenAPIDocument,
  path: string,
  method: string,
  operation: Operation,
  parameters: readonly Parameter[],
): SampleRequest {
  const server = operation.servers?.[0]?.url ?? document.servers?.[0]?.url ?? 'https://example.com'
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name)
    return parameter?.example === undefined
      ? placeholder
      : encodeURIComponent(formatParameterValue(parameter))
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(
      (parameter) =>
        `${encodeURIComponent(parameter.name ?? '')}=${encodeURIComponent(formatParameterValue(parameter))}`,
    )
  const headers: [string, string][] = []
  for (const [name, scheme] of findSecuritySchemes(document, operation)) {
    if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic')
      headers.push(['Authorization', 'Basic USER:PASSWORD'])
    else if (scheme.type === 'apiKey' && scheme.in === 'header')
      headers.push([scheme.name ?? name, 'YOUR_API_KEY'])
    else if (scheme.type === 'apiKey' && scheme.in === 'query')
      query.push(`${encodeURIComponent(scheme.name ?? name)}=YOUR_API_KEY`)
    else if (scheme.type !== 'apiKey') headers.push(['Authorization', 'Bearer YOUR_TOKEN'])
  }
  for (const parameter of parameters) {
    if (parameter.in === 'header' && parameter.required === true)
      headers.push([parameter.name ?? '', formatParameterValue(parameter)])
  }
  const [type, media] = chooseMediaType(operation.requestBody?.content) ?? []
  if (type !== undefined) headers.push(['Content-Type', type])
  return {
    method: method.toUpperCase(),
    url: `${server.replace(/\/+$/, '')}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers,
    body: type === undefined ? undefined : { type, value: createExample(media) },
  }
}

/** The representation people want to see: JSON where there is one. */
export function chooseMediaType(
  content: Record<string, MediaType | undefined> | undefined,
): [string, MediaType] | undefined {
  const entries = listEntries(content)
  return entries.find(([type]) => /[/+]json\b/.test(type)) ?? entries[0]
}

export function createExample(media: MediaType | undefined): unknown {
  if (media?.example !== undefined) return limitValue(media.example)
  const [first] = Object.values(media?.examples ?? {})
  return limitValue(first?.value) ?? createSample(media?.schema)
}

export function findSecuritySchemes(
  document: OpenAPIDocument,
  operation: Operation,
): [string, SecurityScheme][] {
  const [needed] = operation.security ?? document.security ?? []
  return Object.keys(isObject(needed) ? needed : {}).flatMap((name) => {
    const scheme = document.components?.securitySchemes?.[name]
    return scheme ? [[name, scheme] as [string, SecurityScheme]] : []
  })
}

const isJson = (type: string): boolean => /[/+]json\b/.test(type)
const formatBody = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
const quoteForShell = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`

export const sampleLanguages: { label: string; syntax: string; write(request: SampleRequest): string }[] = [
  {
    label: 'cURL',
    syntax: 'bash',
    write: ({ method, url, headers, body }) =>
      [
        `curl ${method === 'GET' ? '' : `-X ${method} `}${quoteForShell(url)}`,
        ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
        ...(body ? [`-d ${quoteForShell(formatBody(body.value))}`] : []),
      ].join(' \\\n  '),
  },
  {
    label: 'JavaScript',
    syntax: 'javascript',
    write: ({ method, url, headers, body }) => {
      const options = [
        ...(method === 'GET' ? [] : [`  method: '${method}',`]),
        ...(headers.length > 0
          ? [
              '  headers: {',
              ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
              '  },',
            ]
          : []),
        ...(body
          ? [
              `  body: ${isJson(body.type) ? `JSON.stringify(${indentLines(formatBody(body.value), 2)})` : JSON.stringify(formatBody(body.value))},`,
            ]
          : []),
      ]
      const call = options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''
      return `const response = await fetch(${JSON.stringify(url)}${call})\nconst data = await response.json()`
    },
  },
  {
    label: 'Python',
    syntax: 'python',
    write: ({ method, url, headers, body }) => {
      const options = [
        ...(headers.length > 0
          ? [
              '    headers={',
              ...headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
              '    },',
            ]
          : []),
        ...(body
          ? [
              isJson(body.type)
                ? `    json=${indentLines(formatPython(body.value), 4)},`
                : `    data=${JSON.stringify(formatBody(body.value))},`,
            ]
          : []),
      ]
      const rest = options.length > 0 ? `\n${options.join('\n')}\n` : ''
      return `import requests\n\nresponse = requests.${method.toLowerCase()}(\n    ${JSON.stringify(url)},${rest || '\n'})\ndata = response.json()`
    },
  },
]

const indentLines = (value: string, by: number): string => value.replaceAll('\n', `\n${' '.repeat(by)}`)

/** JSON is Python but for three words, which may also stand in strings. */
function formatPython(value: unknown): string {
  return formatBody(value).replaceAll(/"(?:[^"\\]|\\.)*"|\btrue\b|\bfalse\b|\bnull\b/g, (word) =>
    word === 'true' ? 'True' : word === 'false' ? 'False' : word === 'null' ? 'None' : word,
  )
}
