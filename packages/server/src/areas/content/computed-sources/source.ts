import { type ComputedSource, writeComputedSource } from '../store/computed-content.ts'
import type { Change } from '@verso/revisions'
import type { ComputedRevisionSource } from './schema.ts'

/** Reads the source of a request. */
export const parseComputedSource = ({ dependencies, props }: ComputedRevisionSource): ComputedSource => ({
  spec: dependencies.spec.ref.spec,
  options: props,
})

/** Creates a computed page. It has no slug, because readers see the generated pages instead. */
export const createComputedPage = (
  page: { id: string; parent: string | null; at?: number; title: string; fields?: object; createdAt: string },
  source: ComputedRevisionSource,
): Change => ({
  type: 'insert-page',
  id: page.id,
  parent: page.parent,
  ...(page.at !== undefined && { at: page.at }),
  fields: {
    ...page.fields,
    type: 'computed',
    title: page.title,
    computed: writeComputedSource(parseComputedSource(source)),
    createdAt: page.createdAt,
    updatedAt: page.createdAt,
  },
  document: null,
})
