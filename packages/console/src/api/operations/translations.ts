// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  GlossaryBatchOperation,
  GlossaryEntry,
  JSONDocument,
  Translation,
  TranslationLanguage,
  TranslationSource,
} from './types.ts'

/** Translate a space. */
export const createTranslation = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: { source: TranslationSource; language: TranslationLanguage; instructions?: JSONDocument }
  },
  Translation
>('createTranslation', 'POST', '/orgs/{organizationId}/translations')

/** Delete a translation. */
export const deleteTranslation = /* @__PURE__ */ defineOperation<
  { organizationId: string; translationId: string },
  undefined
>('deleteTranslation', 'DELETE', '/orgs/{organizationId}/translations/{translationId}')

/** Get an entry of the glossary. */
export const getGlossaryEntry = /* @__PURE__ */ defineOperation<
  { organizationId: string; glossaryEntryId: string },
  GlossaryEntry
>('getGlossaryEntry', 'GET', '/orgs/{organizationId}/translations-glossary/{glossaryEntryId}')

/** Get a translation. */
export const getTranslation = /* @__PURE__ */ defineOperation<
  { organizationId: string; translationId: string },
  Translation
>('getTranslation', 'GET', '/orgs/{organizationId}/translations/{translationId}')

/** List the glossary of an organization. */
export const listGlossaryEntries = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<GlossaryEntry> }
>('listGlossaryEntries', 'GET', '/orgs/{organizationId}/translations-glossary')

/** List the translations of an organization. */
export const listTranslations = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Translation> }
>('listTranslations', 'GET', '/orgs/{organizationId}/translations')

/** Run a translation. */
export const runTranslation = /* @__PURE__ */ defineOperation<
  { organizationId: string; translationId: string },
  undefined
>('runTranslation', 'POST', '/orgs/{organizationId}/translations/{translationId}/run')

/** Change the glossary of an organization. */
export const updateGlossaryEntries = /* @__PURE__ */ defineOperation<
  { organizationId: string; body: { operations: Array<GlossaryBatchOperation> } },
  undefined
>('updateGlossaryEntries', 'PUT', '/orgs/{organizationId}/translations-glossary')

/** Change the instructions of a translation. */
export const updateTranslation = /* @__PURE__ */ defineOperation<
  { organizationId: string; translationId: string; body: { instructions: JSONDocument } },
  Translation
>('updateTranslation', 'PUT', '/orgs/{organizationId}/translations/{translationId}')
