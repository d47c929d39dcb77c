// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { ApiInformation, BatchResponses } from './types.ts'

/** Read several things in one request. */
export const batchReads = /* @__PURE__ */ defineOperation<{ query: { path: Array<string> } }, BatchResponses>(
  'batchReads',
  'GET',
  '/batch',
)

/** Get the version of Verso. */
export const getApiInformation = /* @__PURE__ */ defineOperation<object, ApiInformation>(
  'getApiInformation',
  'GET',
  '/',
)
