import { Node } from 'prosemirror-model'
import { Step } from 'prosemirror-transform'
import { schema } from '../schema/schema.ts'

/** Much deeper values would overflow the stack of recursive functions. */
const MAX_STEP_DEPTH = 300

/** Steps that are no steps of this schema, or that give a document that is not allowed. */
export class InvalidSteps extends Error {
  override name = 'InvalidSteps'
}

/**
 * Reads steps from JSON of another process or person.
 *
 * @throws {InvalidSteps} for what is no step. Whether it fits a document is known when it is applied.
 */
export function readSteps(values: readonly unknown[]): Step[] {
  return values.map((value, index) => {
    if (isDeeperThan(value, MAX_STEP_DEPTH)) throw new InvalidSteps(`step ${index} is nested too deep`)
    try {
      return Step.fromJSON(schema, value)
    } catch (error) {
      throw new InvalidSteps(`step ${index} is no step of the schema: ${describeProblem(error)}`)
    }
  })
}

/** Reads a document of the editor from the JSON that it was stored as. */
export const readEditorNode = (json: string): Node => Node.fromJSON(schema, JSON.parse(json))

/**
 * Checks what steps have made of a document that was valid. Blocks that they did not touch are not looked at.
 *
 * @throws {InvalidSteps} when the document is not allowed any more.
 */
export function checkChangedBlocks(before: Node, after: Node): void {
  const known = new Set<Node>(before.children)
  if (!after.type.validContent(after.content))
    throw new InvalidSteps('the steps leave no block, or one that is none')
  try {
    if (after.attrs !== before.attrs) schema.topNodeType.create(after.attrs, after.children[0]).check()
    for (const block of after.children) if (!known.has(block)) block.check()
  } catch (error) {
    throw new InvalidSteps(`the steps give a document that is not allowed: ${describeProblem(error)}`)
  }
}

const describeProblem = (error: unknown): string =>
  // A stack that overflows says nothing of use.
  error instanceof Error && !/call stack/i.test(error.message)
    ? error.message.slice(0, 300)
    : 'it is not valid'

function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? (Object.values(item) as unknown[]) : [],
    )
  }
  return false
}
