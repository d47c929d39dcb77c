/**
 * Terminology
 *
 * - **expression**: a text such as `visitor.claims.isBeta && !visitor.claims.unsigned.dark`, and the syntax tree
 *   it parses to.
 * - **scope**: the values of the names in an expression: JSON by name, such as `{ visitor: { claims: { … } } }`.
 * - **condition**: an expression whose value is used as a boolean.
 * - **type**: what a schema says about a value before evaluation.
 * - **position**: an index in the text of the expression, in UTF-16 code units from 0.
 */
export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null | undefined; position: number }
  | { kind: 'array'; items: Expression[]; position: number }
  | { kind: 'name'; name: string; position: number }
  /** Member accesses such as `.a?.b["c"][0]`, from left to right. */
  | { kind: 'path'; object: Expression; steps: PathStep[]; position: number }
  | { kind: 'unary'; operator: UnaryOperator; operand: Expression; position: number }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression; position: number }
  | {
      kind: 'conditional'
      condition: Expression
      consequent: Expression
      alternate: Expression
      position: number
    }

export interface PathStep {
  key: string | number
  /** Written `?.`: a member of null or undefined is undefined, where `.` fails. */
  optional: boolean
  position: number
}

export type UnaryOperator = '!' | '-'

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '===' | '!==' | '<' | '>' | '<=' | '>=' | 'in' | '+'

/** The API contract allows no longer expression. */
export const MAX_EXPRESSION_LENGTH = 1024

/** How deeply parentheses, brackets, unary operators and conditionals may be nested. */
export const MAX_EXPRESSION_DEPTH = 32
