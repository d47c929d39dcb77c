import { expect, test } from 'vitest'
import { findDescription } from './api.ts'
import type { ContractOperation } from './operations.ts'

const findProblems = (operationId: ContractOperation, status: number, body: unknown): string[] => {
  const { oracle, operation } = findDescription(operationId)
  const schema = operation.schema(status)
  if (!schema) throw new Error(`${operationId} ${status} has no body`)
  return oracle.findProblems(schema, body)
}

const collection = {
  object: 'collection',
  id: 'one',
  title: 'A title',
  organization: 'acme',
  defaultLevel: 'inherit',
  urls: { location: 'https://docs.example/v1/collections/one', app: 'https://docs.example/app' },
  permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
}

test('a body that fits its description has no problems', () => {
  expect(findProblems('getCollectionById', 200, collection)).toEqual([])
})

test('null is accepted only where the description allows it', () => {
  expect(findProblems('getCollectionById', 200, { ...collection, defaultLevel: null })).toEqual([])
  expect(findProblems('getCollectionById', 200, { ...collection, title: null })).not.toEqual([])
})

test.each([
  ['a field that is missing', { id: undefined }],
  ['a field of another type', { title: 7 }],
  ['a value outside its enumeration', { defaultLevel: 'king' }],
  ['another kind of object', { object: 'space' }],
  ['what is no URL', { urls: { location: 'nowhere', app: 'nowhere' } }],
  ['a text that is too long', { title: 'x'.repeat(51) }],
])('%s is a problem', (_, change) => {
  expect(findProblems('getCollectionById', 200, { ...collection, ...change })).not.toEqual([])
})

test('the items of a list are checked too', () => {
  const list = { items: [collection, { ...collection, id: 1 }], count: 2 }
  expect(findProblems('listCollectionsInOrganizationById', 200, list)).toEqual(['/items/1/id must be string'])
})

const edited = (attributes: object) => ({
  changes: [{ type: 'page_edited', page: { id: 'one', type: 'document', title: 'A title' }, attributes }],
})

test('the changes of a page must fit at least one of their descriptions', () => {
  const title = { before: 'A', after: 'B' }
  expect(findProblems('getChangeRequestChanges', 200, edited({ title }))).toEqual([])
  expect(findProblems('getChangeRequestChanges', 200, edited({ title: 'B' }))).not.toEqual([])
  expect(findProblems('getChangeRequestChanges', 200, edited({}))).not.toEqual([])
})

test('an operation that is only in the newer description is checked against that one', () => {
  expect(findProblems('createOrganization', 201, {})).not.toEqual([])
})
