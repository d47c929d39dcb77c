import { type ErrorObject, upgrade, validate } from '@scalar/openapi-parser'
import { DescriptionError, isJsonObject, copyAsJson, type JsonObject } from './json-value.ts'

export interface DescriptionProblem {
  message: string
  code?: string
}

export interface ValidatedDescription {
  /** OpenAPI 3, whatever it was written in. */
  document: JsonObject
  /** What the specification asks for and the description does not have. Descriptions with such are used all over the world. */
  problems: DescriptionProblem[]
}

/** Whether it is a description of an API at all, and what else is to be said of it. */
export async function validateDescription(document: JsonObject): Promise<ValidatedDescription> {
  requireDescription(document)
  const { errors = [] } = await validate(structuredClone(document))
  return { document: 'swagger' in document ? upgraded(document) : document, problems: errors.map(problemOf) }
}

function problemOf({ message, code, path }: ErrorObject): DescriptionProblem {
  const where = Array.isArray(path) ? path.join('/') : (path ?? '')
  const said = where === '' ? message : `${where}: ${message}`
  return code === undefined ? { message: said } : { message: said, code }
}

function requireDescription(document: JsonObject): void {
  const { openapi, swagger, info, paths, webhooks, components } = document
  const version = openapi ?? swagger
  // YAML reads an unquoted 2.0 as a number.
  if (swagger === 2) document['swagger'] = '2.0'
  else if (typeof version !== 'string' || !/^(2\.0|3\.[0-2](\.\d+)?(-.+)?)$/.test(version)) {
    throw new DescriptionError(
      'UNSUPPORTED_VERSION',
      'It is no description of an API: neither `openapi` (3.0, 3.1, 3.2) nor `swagger` (2.0) says its version.',
    )
  }
  if (!isJsonObject(info)) throw new DescriptionError('MISSING_INFO', 'It has no `info`.')
  if (![paths, webhooks, components].some(isJsonObject)) {
    throw new DescriptionError('MISSING_PATHS', 'It has neither `paths` nor `webhooks` nor `components`.')
  }
}

function upgraded(document: JsonObject): JsonObject {
  const { specification } = upgrade(structuredClone(document))
  const tree = copyAsJson(specification)
  if (!isJsonObject(tree)) throw new DescriptionError('UPGRADE_FAILED', 'It cannot be read as OpenAPI 3.')
  return tree
}
