import type { NodeSpec } from 'prosemirror-model'
import {
  type AttributeKind,
  boolean,
  isPlainObject,
  lineText,
  listOf,
  matching,
  optional,
  required,
} from './attributes.ts'
import { defineAtom, defineNode } from './define-node.ts'
import { contentReference, mediaReference, openApiReference, reusableContentReference } from './references.ts'

const fullWidth = optional(boolean)
const headless = optional(boolean)
const spec = required(openApiReference, { kind: 'openapi', spec: '' })
const method = required(lineText, 'get')

/** A name of a schema of an API: names are separated by commas in Markdown. */
const schemaName = matching(/^(?!\s)[^,\r\n]*(?<!\s)$/, 'a name without a comma')

const schemaNames: AttributeKind = {
  description: 'a list of names that is not empty',
  accepts: (value) => listOf(schemaName).accepts(value) && (value as unknown[]).length > 0,
}

const integrationName = matching(/^[\w.-]+$/, 'a name of letters, digits, dots, dashes and underscores')

/** A value that an integration defines: any JSON except null. */
const isIntegrationValue = (value: unknown): boolean => {
  if (typeof value === 'string') return lineText.accepts(value) || !value.includes('\u0000')
  if (typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (Array.isArray(value)) return value.every(isIntegrationValue)
  return isPlainObject(value) && Object.values(value).every(isIntegrationValue)
}

const integrationProps: AttributeKind = {
  description: 'an object of values without null',
  accepts: (value) => isPlainObject(value) && isIntegrationValue(value),
}

/** Blocks without text of their own. They are edited in forms, or as their Markdown. */
export const atoms: Record<string, NodeSpec> = {
  divider: defineNode('divider', {
    group: 'block flow',
    tag: 'hr',
    parseDOM: [{ tag: 'hr' }],
    toDOM: () => ['hr', { 'data-block': 'divider' }],
  }),
  math: defineAtom('math', {
    formula: required(
      matching(
        /^(?![\s$])(?!.*(?:\$\$|[\s$]$)).+$/s,
        'a formula without $$ and without white space or $ around it',
      ),
      'x',
    ),
  }),
  content_ref: defineAtom('content_ref', { ref: required(contentReference, { kind: 'url', url: '' }) }),
  reusable_content: defineAtom('reusable_content', {
    ref: required(reusableContentReference, { kind: 'reusable-content', reusableContent: 'new' }),
  }),
  integration: defineAtom('integration', {
    integration: required(integrationName, 'integration'),
    block: required(integrationName, 'block'),
    props: required(integrationProps, {}),
    fullWidth,
  }),
  swagger: defineAtom('swagger', {
    ref: required(mediaReference, { kind: 'url', url: '' }),
    path: required(lineText, '/'),
    method,
    expanded: optional(boolean),
    fullWidth,
  }),
  openapi_operation: defineAtom('openapi_operation', {
    ref: spec,
    path: required(lineText, '/'),
    method,
    headless,
  }),
  openapi_webhook: defineAtom('openapi_webhook', {
    ref: spec,
    name: required(lineText, ''),
    method,
    headless,
  }),
  openapi_schemas: defineAtom('openapi_schemas', {
    ref: spec,
    schemas: required(schemaNames, ['']),
    grouped: optional(boolean),
    title: optional(lineText),
  }),
}
