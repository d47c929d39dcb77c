// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { CustomizationFontDefinition } from './types.ts'

/** Create a font from uploaded files. */
export const createCustomFont = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: { fontFamily: string; fontFaces: Array<{ weight: number; storageKey: string }> }
  },
  CustomizationFontDefinition
>('createCustomFont', 'PUT', '/orgs/{organizationId}/fonts')

/** Delete a font. */
export const deleteCustomFont = /* @__PURE__ */ defineOperation<
  { organizationId: string; fontId: string },
  undefined
>('deleteCustomFont', 'DELETE', '/orgs/{organizationId}/fonts/{fontId}')

/** Get a font. */
export const getCustomFont = /* @__PURE__ */ defineOperation<
  { organizationId: string; fontId: string },
  CustomizationFontDefinition
>('getCustomFont', 'GET', '/orgs/{organizationId}/fonts/{fontId}')

/** List the fonts that an organization uploaded for its sites. */
export const listCustomFonts = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    items: Array<CustomizationFontDefinition>
  }
>('listCustomFonts', 'GET', '/orgs/{organizationId}/fonts')

/** Update a font. */
export const updateCustomFont = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    fontId: string
    body: { fontFamily?: string; fontFaces?: Array<{ weight: number; storageKey: string | null }> }
  },
  CustomizationFontDefinition
>('updateCustomFont', 'POST', '/orgs/{organizationId}/fonts/{fontId}')
