/**
 * Terminology
 *
 * - **expression**: a text such as `visitor.claims.isBeta && !visitor.claims.unsigned.dark`, and the tree it
 *   parses to.
 * - **scope**: what its names stand for: JSON values by name, such as `{ visitor: { claims: { … } } }`.
 * - **condition**: an expression asked for yes or no.
 * - **type**: what a schema says of a value before there is one.
 */
export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null | undefined; at: number }
  | { kind: 'array'; items: Expression[]; at: number }
  | { kind: 'name'; name: string; at: number }
  /** What follows a name or a pair of parentheses: `.a?.b["c"][0]`, left to right. */
  | { kind: 'path'; of: Expression; steps: Step[]; at: number }
  | { kind: 'unary'; operator: UnaryOperator; operand: Expression; at: number }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression; at: number }
  | { kind: 'choice'; condition: Expression; yes: Expression; no: Expression; at: number }

export interface Step {
  key: string | number
  /** `?.`: nothing of nothing, where `.` fails. */
  optional: boolean
  at: number
}

export type UnaryOperator = '!' | '-'

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '===' | '!==' | '<' | '>' | '<=' | '>=' | 'in' | '+'

/** The longest expression, as the contract bounds it. */
export const maxLength = 1024

/** How many parentheses, brackets, signs and choices may stand within each other. */
export const maxDepth = 32
