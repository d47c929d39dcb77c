import { Type } from 'typebox'
import { object, type Route, routesOf } from './route.ts'

const route = routesOf('Service')

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
      answer: object(ApiInformation),
    },
    () => information,
  ),
]
