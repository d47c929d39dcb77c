import { createSample, isObject, limitValue, listEntries } from './schema.ts'
import type { MediaType, OpenAPIDocument, Operation, Parameter, SecurityScheme } from './types.ts'

/** Longer samples and examples are cut off. */
export const MAX_CODE_CHARACTERS = 20_000

/** A request with example values, from which the sample of each language is written. */
export interface SampleRequest {
  method: string
  url: string
  headers: [string, string][]
  body: { type: string; value: unknown } | undefined
}

const formatParameterValue = (parameter: Parameter): string => {
  const example = parameter.example ?? Object.values(parameter.examples ?? {})[0]?.value
  const value = limitValue(example) ?? createSample(parameter.schema)
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** No real API has more servers; of a description that does, the first are shown. */
const MAX_SERVERS = 20

/** The URLs of the servers, with the defaults of their variables. A variable without one stays as it is written. */
export function listServerUrls(document: OpenAPIDocument, operation: Operation): string[] {
  const servers = operation.servers ?? document.servers
  if (!Array.isArray(servers)) return []
  return servers.slice(0, MAX_SERVERS).flatMap((server) => {
    if (!isObject(server) || typeof server.url !== 'string') return []
    const variables = isObject(server.variables) ? server.variables : {}
    return server.url.replaceAll(/\{([^{}]+)\}/g, (placeholder, name: string) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
      return typeof variable?.default === 'string' ? variable.default : placeholder
    })
  })
}

export function createSampleRequest(
  document: OpenAPIDocument,
  path: string,
  method: string,
  operation: Operation,
  parameters: readonly Parameter[],
): SampleRequest {
  const server = listServerUrls(document, operation)[0] ?? 'https://example.com'
  const filledPath = path.replaceAll(/\{([^{}]+)\}/g, (placeholder, name: string) => {
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
  const [type, mediaType] = chooseMediaType(operation.requestBody?.content) ?? []
  if (type !== undefined) headers.push(['Content-Type', type])
  return {
    method: method.toUpperCase(),
    url: `${server.replace(/\/+$/, '')}${filledPath}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers,
    body: type === undefined ? undefined : { type, value: createExample(mediaType) },
  }
}

/** Chooses the media type to show: JSON if there is one, otherwise the first. */
export function chooseMediaType(
  content: Record<string, MediaType | undefined> | undefined,
): [string, MediaType] | undefined {
  const entries = listEntries(content)
  return entries.find(([type]) => isJson(type)) ?? entries[0]
}

/** Returns the example of a media type, or a generated one. */
function createExample(mediaType: MediaType | undefined): unknown {
  if (mediaType?.example !== undefined) return limitValue(mediaType.example)
  const [firstExample] = Object.values(mediaType?.examples ?? {})
  return limitValue(firstExample?.value) ?? createSample(mediaType?.schema)
}

/** Formats the example of a response as code. Returns `undefined` if there is nothing to show. */
export function formatExample(
  content: Record<string, MediaType | undefined> | undefined,
): string | undefined {
  const entry = chooseMediaType(content)
  if (!entry) return undefined
  const example = createExample(entry[1])
  const code = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return code === undefined || code === 'null' ? undefined : code.slice(0, MAX_CODE_CHARACTERS)
}

/** Finds the schemes of the first security requirement. The others are alternatives to it. */
export function findSecuritySchemes(
  document: OpenAPIDocument,
  operation: Operation,
): [string, SecurityScheme][] {
  const [requirement] = operation.security ?? document.security ?? []
  return Object.keys(isObject(requirement) ? requirement : {}).flatMap((name) => {
    const scheme = document.components?.securitySchemes?.[name]
    return scheme ? [[name, scheme] as [string, SecurityScheme]] : []
  })
}

const isJson = (type: string): boolean => /[/+]json\b/.test(type)
