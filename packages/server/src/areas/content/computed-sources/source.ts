import { type OpenAPISource, writeComputedSource } from '../store/computed-content.ts'
import type { Change } from '@verso/revisions'
import type { ComputedRevisionSource } from './schema.ts'

export const sourceOf = ({ dependencies, props }: ComputedRevisionSource): OpenAPISource => ({
  spec: dependencies.spec.ref.spec,
  options: props,
})

/** A page that says what to compute. It has no slug: nobody comes to it. */
export const computedPage = (
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
    computed: writeComputedSource(sourceOf(source)),
    createdAt: page.moment,
    updatedAt: page.moment,
  },
  document: null,
})
