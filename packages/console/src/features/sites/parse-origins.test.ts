import { expect, test } from 'vitest'
import { parseOrigins } from './parse-origins.ts'

test.each([
  ['', [], undefined],
  ['https://www.example.com', ['https://www.example.com'], undefined],
  ['Example.com/docs?a=b\n\nhttps://example.com', ['https://example.com'], undefined],
  [
    'https://*.example.com, http://localhost:3000',
    ['https://*.example.com', 'http://localhost:3000'],
    undefined,
  ],
])('%j is read as websites', (text, origins, wrongLine) => {
  expect(parseOrigins(text)).toEqual({ origins, wrongLine })
})

test.each([
  'https://a.example; script-src *',
  'https://*',
  'javascript://a',
  'https://user@a.example',
  "'self'",
])('%j is named as wrong', (text) => {
  expect(parseOrigins(text).wrongLine).toBeDefined()
})
