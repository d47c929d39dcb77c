import type { Deployment } from '../support/deployments.ts'
import { ask, type Answer } from '../support/http.ts'
import type { ContractOperation } from './operations.ts'
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

/** What fills an operation: its path parameters by name, beside its query and its body. */
export interface Given {
  [pathParameter: string]: unknown
  query?: Record<string, string | number | boolean>
  body?: unknown
}

/** An operation as the description that holds it has it; the earlier of the two wins. */
export function described(operationId: ContractOperation): { by: Oracle; operation: DescribedOperation } {
  const operation = oracle.find(operationId)
  if (operation) return { by: oracle, operation }
  const newer = newerOracle.find(operationId)
  if (newer) return { by: newerOracle, operation: newer }
  throw new Error(`no description has ${operationId}`)
}

/** The statuses with which the operation may answer that all went well. */
export const successes = (operationId: ContractOperation): number[] =>
  described(operationId).operation.statuses.filter((status) => status < 300)

/** What the suite has seen of each operation: the statuses it answered with. */
export class Seen {
  readonly #statuses = new Map<ContractOperation, Set<number>>()

  add(operationId: ContractOperation, status: number): void {
    this.#statuses.set(operationId, new Set(this.#statuses.get(operationId)).add(status))
  }

  has(operationId: ContractOperation, status: number): boolean {
    return this.#statuses.get(operationId)?.has(status) ?? false
  }
}

/** Someone who calls operations by their names and holds every answer against its description. */
export class Api {
  readonly #deployment: Deployment
  readonly #token: string | undefined
  readonly #seen: Seen

  constructor(deployment: Deployment, token: string | undefined, seen: Seen) {
    this.#deployment = deployment
    this.#token = token
    this.#seen = seen
  }

  /** The body of the answer, which must have this status and be as described. */
  async call<Body>(operationId: ContractOperation, status: number, given: Given = {}): Promise<Body> {
    return (await this.answer<Body>(operationId, status, given)).body
  }

  async answer<Body>(
    operationId: ContractOperation,
    status: number,
    given: Given = {},
  ): Promise<Answer<Body>> {
    const { by, operation } = described(operationId)
    const url = `${this.#deployment.origin}/v1${fill(operation.path, given)}`
    const { body } = given
    const answer = await ask<Body>(url, { method: operation.method, token: this.#token, body })
    this.#seen.add(operationId, answer.status)

    const wrong = [
      ...(answer.status === status ? [] : [`it answered ${answer.status} instead of ${status}`]),
      ...undescribed(by, operation, answer),
      ...(operation.hasLocation(answer.status) ? this.#misplaced(answer) : []),
    ]
    if (wrong.length === 0) return answer
    throw new Error(`${operationId}: ${wrong.join('; ')}\n${JSON.stringify(answer.body, null, 2)}`)
  }

  /** What is wrong with where the answer says that the new object is. */
  #misplaced({ headers, body }: Answer): string[] {
    const { urls } = body as { urls: { location: string } }
    const isThere = urls.location.startsWith(`${this.#deployment.publicUrl}/v1/`)
    return isThere && headers.get('location') === urls.location ? [] : ['its Location is not where it says']
  }
}

/** What the answer has that its description has not, or the other way around. */
function undescribed(by: Oracle, operation: DescribedOperation, { status, body }: Answer): string[] {
  if (status < 400 && !operation.statuses.includes(status)) return [`${status} is not described`]
  const schema = operation.schema(status) ?? (status >= 400 ? errorSchema(status) : undefined)
  if (schema) return by.problems(schema, body)
  return body === undefined ? [] : ['it has a body, which is not described']
}

function fill(path: string, { query, ...given }: Given): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name]
    if (typeof value !== 'string') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) search.set(name, String(value))
  return query ? `${filled}?${search.toString()}` : filled
}
