import { IsArray, IsObject, IsUnion, type TSchema } from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { TestApp } from '../testing/app.ts'
import { createQuerySchema } from './register-routes.ts'
import { MAX_ARRAY_ITEMS } from './validation.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

/** The paths of arrays in a schema that may be longer than validation can report about. */
function listUnboundedArrays(schema: TSchema, path: string): string[] {
  if (IsArray(schema)) {
    const maxItems = 'maxItems' in schema ? Number(schema.maxItems) : Infinity
    return [...(maxItems <= MAX_ARRAY_ITEMS ? [] : [path]), ...listUnboundedArrays(schema.items, `${path}[]`)]
  }
  if (IsUnion(schema)) return schema.anyOf.flatMap((one) => listUnboundedArrays(one, path))
  if (!IsObject(schema)) return []
  return Object.entries(schema.properties).flatMap(([name, property]) =>
    listUnboundedArrays(property, `${path}.${name}`),
  )
}

describe('requests', () => {
  test('have only arrays whose length is bounded', () => {
    const unbounded = app.app.routes.flatMap((route) => {
      const query = createQuerySchema(route)
      return [
        ...(route.body ? listUnboundedArrays(route.body, `${route.operationId} body`) : []),
        ...(query ? listUnboundedArrays(query, `${route.operationId} query`) : []),
      ]
    })
    expect(unbounded).toEqual([])
  })

  test('400 for 300,000 wrong items, with the first of them', async () => {
    const { id, admin } = await app.organization()
    const emails = Array.from({ length: 300_000 }, () => 1)
    const { status, body } = await admin.post<{ error: { message: string } }>(`/orgs/${id}/invites`, {
      emails,
      role: 'read',
    })
    expect(status).toBe(400)
    expect(body.error.message).toMatch(/^body\.emails\.0 must /)
  })

  test('400 for a wrong item behind many right ones', async () => {
    const { id, admin } = await app.organization()
    const emails = Array.from({ length: 60 }, (_, n) => (n === 59 ? 1 : `${n}@example.com`))
    const { status, body } = await admin.post<{ error: { message: string } }>(`/orgs/${id}/invites`, {
      emails,
      role: 'read',
    })
    expect(status).toBe(400)
    expect(body.error.message).toMatch(/^body\.emails/)
  })

  test('400 for a million values', async () => {
    const { id, admin } = await app.organization()
    const space = await app.space(admin, id, { title: 'Guide' })
    const { body: request } = await admin.post<{ id: string }>(`/spaces/${space.id}/change-requests`, {})
    const changes = Array.from({ length: 1_000_001 }, () => 1)
    const { status, body } = await admin.post<{ error: { message: string } }>(
      `/spaces/${space.id}/change-requests/${request.id}/content`,
      { changes },
    )
    expect(status).toBe(400)
    expect(body.error.message).toBe('body has more than 1000000 values.')
  })
})
