import { expect, test } from 'vitest'
import { described } from './api.ts'
import type { ContractOperation } from './operations.ts'

const problems = (operationId: ContractOperation, status: number, body: unknown): string[] => {
  const { by, operation } = described(operationId)
  const schema = operation.schema(status)
  if (!schema) throw new Error(`${operationId} ${status} has no body`)
  return by.problems(schema, body)
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

test('a body as described has no problems', () => {
  expect(problems('getCollectionById', 200, collection)).toEqual([])
})

test('null passes where the description allows it and nowhere else', () => {
  expect(problems('getCollectionById', 200, { ...collection, defaultLevel: null })).toEqual([])
  expect(problems('getCollectionById', 200, { ...collection, title: null })).not.toEqual([])
})

test.each([
  ['a field that is missing', { id: undefined }],
  ['a field of another type', { title: 7 }],
  ['a value outside its enumeration', { defaultLevel: 'king' }],
  ['another kind of object', { object: 'space' }],
  ['what is no URL', { urls: { location: 'nowhere', app: 'nowhere' } }],
  ['a text that is too long', { title: 'x'.repeat(51) }],
])('%s is a problem', (_, change) => {
  expect(problems('getCollectionById', 200, { ...collection, ...change })).not.toEqual([])
})

test('the items of a list are held against their description too', () => {
  const list = { items: [collection, { ...collection, id: 1 }], count: 2 }
  expect(problems('listCollectionsInOrganizationById', 200, list)).toEqual(['/items/1/id must be string'])
})

const edited = (attributes: object) => ({
  changes: [{ type: 'page_edited', page: { id: 'one', type: 'document', title: 'A title' }, attributes }],
})

test('what was edited in a page fits one of its descriptions or several, but not none', () => {
  const title = { before: 'A', after: 'B' }
  expect(problems('getChangeRequestChanges', 200, edited({ title }))).toEqual([])
  expect(problems('getChangeRequestChanges', 200, edited({ title: 'B' }))).not.toEqual([])
  expect(problems('getChangeRequestChanges', 200, edited({}))).not.toEqual([])
})

test('an operation that only the newer description has is held against that one', () => {
  expect(problems('createOrganization', 201, {})).not.toEqual([])
})
