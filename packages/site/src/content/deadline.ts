import { type Context, createContext, Script } from 'node:vm'

interface DeadlineScope {
  run?: () => unknown
}

const scope: DeadlineScope = {}
const script = new Script('run()')
let context: Context | undefined

/**
 * Runs a synchronous function, and throws when it takes longer than `timeoutMs`. Only V8 can end a function from
 * outside, and it does so for scripts of `node:vm`, together with all that they call. It takes a tenth of a millisecond.
 */
export function runWithDeadline<Result>(run: () => Result, timeoutMs: number): Result {
  context ??= createContext(scope)
  scope.run = run
  try {
    // The script returns what the function returns.
    return script.runInContext(context, { timeout: timeoutMs }) as Result
  } finally {
    delete scope.run
  }
}
