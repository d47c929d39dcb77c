import type { Deployment } from '../support/deployments.ts'
import { sendRequest, type HttpResponse } from '../support/http.ts'
import type { ContractOperation } from './operations.ts'
import { isException } from './exceptions.ts'
import { type DescribedOperation, Oracle } from './oracle.ts'

const oracle = new Oracle('gitbook-api-0.143')
const newerOracle = new Oracle('gitbook-api-0.202')

/** The error body, which the contract describes only where it names an error. */
const errorSchema = (status: number) => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { enum: [status] }, message: { type: 'string', minLength: 1 } },
    },
  },
})

/** The input of an operation: its path parameters by name, its query and its body. */
export interface OperationInput {
  [pathParameter: string]: unknown
  query?: Record<string, string | number | boolean>
  body?: unknown
}

/** Finds the description of an operation; if both versions have it, that of the earlier one. */
export function findDescription(operationId: ContractOperation): {
  oracle: Oracle
  operation: DescribedOperation
} {
  const operation = oracle.find(operationId)
  if (operation) return { oracle, operation }
  const newer = newerOracle.find(operationId)
  if (newer) return { oracle: newerOracle, operation: newer }
  throw new Error(`no description has ${operationId}`)
}

/** Lists the success statuses that an operation may have. */
export const listSuccessStatuses = (operationId: ContractOperation): number[] =>
  findDescription(operationId).operation.statuses.filter((status) => status < 300)

/** The statuses that the suite has received from each operation. */
export class StatusCoverage {
  readonly #statuses = new Map<ContractOperation, Set<number>>()

  add(operationId: ContractOperation, status: number): void {
    this.#statuses.set(operationId, new Set(this.#statuses.get(operationId)).add(status))
  }

  has(operationId: ContractOperation, status: number): boolean {
    return this.#statuses.get(operationId)?.has(status) ?? false
  }
}

/** Calls operations by name, and checks every response against its description. */
export class Api {
  readonly #deployment: Deployment
  readonly #token: string | undefined
  readonly #coverage: StatusCoverage

  constructor(deployment: Deployment, token: string | undefined, coverage: StatusCoverage) {
    this.#deployment = deployment
    this.#token = token
    this.#coverage = coverage
  }

  /** Calls an operation and returns the body. Throws unless it has this status and fits its description. */
  async call<Body>(
    operationId: ContractOperation,
    status: number,
    input: OperationInput = {},
  ): Promise<Body> {
    return (await this.request<Body>(operationId, status, input)).body
  }

  async request<Body>(
    operationId: ContractOperation,
    status: number,
    input: OperationInput = {},
  ): Promise<HttpResponse<Body>> {
    const { operation } = findDescription(operationId)
    const url = `${this.#deployment.origin}/v1${buildPath(operation.path, input)}`
    const { body } = input
    const response = await sendRequest<Body>(url, { method: operation.method, token: this.#token, body })
    this.#coverage.add(operationId, response.status)

    const deviations = [
      ...(response.status === status ? [] : [`it answered ${response.status} instead of ${status}`]),
      ...findAllDeviations(operationId, response),
      ...(operation.hasLocation(response.status) ? this.#checkLocation(response) : []),
    ]
    if (deviations.length === 0) return response
    throw new Error(`${operationId}: ${deviations.join('; ')}\n${JSON.stringify(response.body, null, 2)}`)
  }

  /** Checks the URL of a new object in the header and in the body. */
  #checkLocation({ headers, body }: HttpResponse): string[] {
    const { urls } = body as { urls: { location: string } }
    const isOwnUrl = urls.location.startsWith(`${this.#deployment.publicUrl}/v1/`)
    return isOwnUrl && headers.get('location') === urls.location ? [] : ['its Location header is not its URL']
  }
}

/** Lists how a response deviates from each description that has the operation, without the listed exceptions. */
const findAllDeviations = (operationId: ContractOperation, response: HttpResponse): string[] =>
  [oracle, newerOracle].flatMap((each) => {
    const operation = each.find(operationId)
    if (!operation) return []
    return findDeviations(each, operation, response)
      .filter((deviation) => !isException(operationId, deviation))
      .map((deviation) => `${each.name}: ${deviation}`)
  })

/** Lists how a response deviates from its description. */
function findDeviations(
  oracle: Oracle,
  operation: DescribedOperation,
  { status, body }: HttpResponse,
): string[] {
  if (status < 400 && !operation.statuses.includes(status)) return [`${status} is not described`]
  const schema = operation.schema(status) ?? (status >= 400 ? errorSchema(status) : undefined)
  if (schema) return oracle.findProblems(schema, body)
  return body === undefined ? [] : ['it has a body, which is not described']
}

function buildPath(path: string, { query, ...input }: OperationInput): string {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name]
    if (typeof value !== 'string') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) search.set(name, String(value))
  return query ? `${filledPath}?${search.toString()}` : filledPath
}
