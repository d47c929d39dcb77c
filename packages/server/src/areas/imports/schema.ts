import { importSources } from './sources/index.ts'
import { type Static, Type } from 'typebox'
import { UrlSchema } from '../../http/schemas.ts'

const ImportSource = Type.Enum([...importSources], { type: 'string', 'x-name': 'ImportContentSource' })

export const ImportContent = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 8192,
      format: 'uri',
      description: 'An http or https URL that Verso can reach without signing in.',
    }),
    source: ImportSource,
  },
  { 'x-name': 'ImportContent' },
)
export type ImportContent = Static<typeof ImportContent>

export const ImportContentResult = Type.Object(
  {
    revision: Type.String({ description: 'The new revision.' }),
    importedResources: Type.Integer({ description: 'How many pages and files were imported.' }),
    totalResources: Type.Integer({ description: 'How many pages and files were found.' }),
    failures: Type.Array(Type.Object({ resource: Type.String(), reason: Type.String() }), {
      description: 'What was found and not imported, and why; at most 200 of them.',
    }),
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'ImportContentResult' },
)
export type ImportContentResult = Static<typeof ImportContentResult>
