import { type ErrorObject, upgrade, validate } from '@scalar/openapi-parser'
import { DescriptionError, isJsonObject, copyAsJson, type JsonObject } from './json-value.ts'

export interface DescriptionProblem {
  message: string
  code?: string
}

export interface ValidatedDescription {
  /** An OpenAPI 3 document, also if the description is Swagger 2. */
  document: JsonObject
  /** Violations of the specification. Many published descriptions have some, so they are no reason to reject one. */
  problems: DescriptionProblem[]
}

/** Throws if the document is not a description of an API; lists its other problems. */
export async function validateDescription(document: JsonObject): Promise<ValidatedDescription> {
  requireDescription(document)
  const { errors = [] } = await validate(structuredClone(document))
  return {
    document: 'swagger' in document ? upgradeToOpenAPI3(document) : document,
    problems: errors.map(toProblem),
  }
}

function toProblem({ message, code, path }: ErrorObject): DescriptionProblem {
  const where = Array.isArray(path) ? path.join('/') : (path ?? '')
  const text = where === '' ? message : `${where}: ${message}`
  return code === undefined ? { message: text } : { message: text, code }
}

function requireDescription(document: JsonObject): void {
  const { openapi, swagger, info, paths, webhooks, components } = document
  const version = openapi ?? swagger
  // YAML parses an unquoted 2.0 as a number.
  if (swagger === 2) document['swagger'] = '2.0'
  else if (typeof version !== 'string' || !/^(2\.0|3\.[0-2](\.\d+)?(-.+)?)$/.test(version)) {
    throw new DescriptionError(
      'UNSUPPORTED_VERSION',
      'This is not an OpenAPI description: it needs the field `openapi` (3.0, 3.1 or 3.2) or `swagger` (2.0).',
    )
  }
  if (!isJsonObject(info)) throw new DescriptionError('MISSING_INFO', 'The description has no `info`.')
  if (![paths, webhooks, components].some(isJsonObject)) {
    throw new DescriptionError(
      'MISSING_PATHS',
      'The description has neither `paths` nor `webhooks` nor `components`.',
    )
  }
}

function upgradeToOpenAPI3(document: JsonObject): JsonObject {
  const { specification } = upgrade(structuredClone(document))
  const tree = copyAsJson(specification)
  if (!isJsonObject(tree))
    throw new DescriptionError('UPGRADE_FAILED', 'The description cannot be converted to OpenAPI 3.')
  return tree
}
