import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '../access/permissions.ts'
import { TestApp } from '../testing/app.ts'

interface Description {
  paths: Record<string, Record<string, { operationId: string; 'x-permission': object }>>
}

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

test('200 every operation says which permission and which role it needs', async () => {
  const response = await app.app.http.inject({ url: '/openapi.json' })
  const operations = Object.values(response.json<Description>().paths).flatMap((path) => Object.values(path))
  const byId = new Map(operations.map((operation) => [operation.operationId, operation['x-permission']]))
  expect(byId.get('mergeChangeRequest')).toEqual({ name: 'space.merge', on: 'space', role: 'review' })
  expect(byId.get('getApiInformation')).toEqual({ name: 'public', on: 'anyone', role: 'guest' })
  expect(byId.get('removeMemberFromOrganizationById')).toEqual({
    name: 'member.remove',
    on: 'organization',
    role: 'guest',
    who: permissions['member.remove'].who,
  })
  for (const { operationId, permission } of app.app.routes) {
    expect(byId.get(operationId)).toMatchObject({ name: permission, on: permissions[permission].on })
  }
})
