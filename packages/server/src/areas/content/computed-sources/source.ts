import { type ComputedSource, writeComputedSource } from '../store/computed-content.ts'
import type { Change } from '@verso/revisions'
import type { ComputedRevisionSource } from './schema.ts'

export const parseComputedSource = ({ dependencies, props }: ComputedRevisionSource): ComputedSource => ({
  spec: dependencies.spec.ref.spec,
  options: props,
})

/** A page that says what to compute. It has no slug: nobody comes to it. */
export const createComputedPage = (
  page: { id: string; parent: string | null; at?: number; title: string; fields?: object; moment: string },
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
    createdAt: page.moment,
    updatedAt: page.moment,
  },
  document: null,
})
