import type { AttributeSpec } from 'prosemirror-model'

/**
 * A kind of attribute value. ProseMirror checks attributes whenever a node is created, also from pasted HTML and from the
 * steps of others, so a kind accepts only values that Markdown has a notation for.
 */
export interface AttributeKind {
  /** What a value must be, for error messages. */
  description: string
  accepts(value: unknown): boolean
}

export interface AttributeField {
  kind: AttributeKind
  default: unknown
}

/** A setting that may be absent. Documents omit it, and the editor holds null. */
export function optional(kind: AttributeKind): AttributeField {
  return {
    kind: {
      description: `${kind.description}, or null`,
      accepts: (value) => value === null || kind.accepts(value),
    },
    default: null,
  }
}

export const required = (kind: AttributeKind, defaultValue: unknown): AttributeField => ({
  kind,
  default: defaultValue,
})

/** Makes the attributes of a node or a mark, with their checks. */
export function defineAttributes(fields: Record<string, AttributeField>): Record<string, AttributeSpec> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind, default: defaultValue }]) => [
      name,
      {
        default: defaultValue,
        validate: (value: unknown) => {
          if (!kind.accepts(value)) throw new RangeError(`${name} must be ${kind.description}`)
        },
      },
    ]),
  )
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const anyText: AttributeKind = {
  description: 'text',
  accepts: (value) => typeof value === 'string' && !hasUnwritableCharacter(value),
}

/** Text of one line, as in the settings of a tag. */
export const lineText: AttributeKind = {
  description: 'text of one line',
  accepts: (value) => typeof value === 'string' && !hasUnwritableCharacter(value) && !/[\r\n]/.test(value),
}

export const nonEmptyLine: AttributeKind = {
  description: 'text of one line that is not empty',
  accepts: (value) => value !== '' && lineText.accepts(value),
}

// oxlint-disable-next-line no-control-regex -- Markdown replaces this character
const unwritableCharacter = /[\u0000]/

const hasUnwritableCharacter = (value: string): boolean => unwritableCharacter.test(value)

export const boolean: AttributeKind = {
  description: 'true or false',
  accepts: (value) => typeof value === 'boolean',
}

export const onlyTrue: AttributeKind = { description: 'true', accepts: (value) => value === true }

export function wholeNumber(min: number, max: number): AttributeKind {
  return {
    description: `a whole number from ${min} to ${max}`,
    accepts: (value) =>
      typeof value === 'number' &&
      Number.isInteger(value) &&
      value >= min &&
      value <= max &&
      !Object.is(value, -0),
  }
}

export const finiteNumber: AttributeKind = {
  description: 'a number',
  accepts: (value) => typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0),
}

export function oneOf(...values: readonly (string | number)[]): AttributeKind {
  return {
    description: values.map((value) => JSON.stringify(value)).join(' or '),
    accepts: (value) => values.some((allowed) => allowed === value),
  }
}

export function listOf(kind: AttributeKind): AttributeKind {
  return {
    description: `a list, each ${kind.description}`,
    accepts: (value) => Array.isArray(value) && value.every((item) => kind.accepts(item)),
  }
}

export function matching(pattern: RegExp, description: string): AttributeKind {
  return {
    description,
    accepts: (value) => typeof value === 'string' && anyText.accepts(value) && pattern.test(value),
  }
}

/** A language of code: the first word on the line of a fence. */
export const codeLanguage = matching(/^\S+$/, 'a language without white space')

/** A width or a height: a number of pixels, or a number with a unit. */
export const length: AttributeKind = {
  description: 'a length',
  accepts: (value) => {
    if (typeof value === 'number') return isLengthNumber(value)
    if (!isPlainObject(value) || Object.keys(value).length !== 2) return false
    const { unit, value: number } = value
    return typeof unit === 'string' && /^[a-z%]{1,4}$/.test(unit) && unit !== 'px' && isLengthNumber(number)
  },
}

const isLengthNumber = (value: unknown): boolean =>
  typeof value === 'number' && /^\d{1,9}(?:\.\d{1,20})?$/.test(String(value))
