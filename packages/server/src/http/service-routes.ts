import { Type } from 'typebox'
import { batchRoute } from './batch.ts'
import { object, type Route, createRouteBuilder } from './route.ts'

const route = createRouteBuilder('Service')

const ApiInformation = Type.Object(
  { version: Type.String(), build: Type.String({ format: 'date-time' }) },
  { 'x-name': 'ApiInformation' },
)

export const serviceRoutes = (information: { version: string; build: string }): Route[] => [
  route.get(
    '/',
    {
      operationId: 'getApiInformation',
      summary: 'Get the version of Verso',
      permission: 'public',
      response: object(ApiInformation),
    },
    () => information,
  ),
  batchRoute,
]
