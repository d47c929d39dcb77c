import { isObject } from './schema.ts'
import { type Method, methods, type Operation, type Parameter, type PathItem } from './types.ts'

/** An operation with its own parameters and those that it shares with the other operations of its path. */
export interface OperationWithParameters {
  operation: Operation
  parameters: Parameter[]
}

export const isMethod = (name: string): name is Method => methods.some((method) => method === name)

/** Finds an operation by its path, or the name of its webhook, and its method in any case. */
export function findOperation(
  items: Record<string, PathItem | undefined> | undefined,
  path: string,
  methodName: string,
): OperationWithParameters | undefined {
  const item = items && Object.hasOwn(items, path) ? items[path] : undefined
  const method = methodName.toLowerCase()
  const operation = isObject(item) && isMethod(method) ? item[method] : undefined
  if (!item || !isObject(operation)) return undefined
  const ownParameters = Array.isArray(operation.parameters) ? operation.parameters : []
  const sharedParameters = (Array.isArray(item.parameters) ? item.parameters : []).filter(
    (parameter) => !ownParameters.some((other) => other.name === parameter.name && other.in === parameter.in),
  )
  return { operation, parameters: [...sharedParameters, ...ownParameters].filter(isObject) }
}
