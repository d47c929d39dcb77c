import { type Static, Type } from 'typebox'
import { IdSchema } from '../../../http/schemas.ts'
import { type CustomizationInput, CustomizationOverrides } from '../customization/schema.ts'

/** What a preview shows that is not saved, of which page, and to whom. */
export const PreviewLook = Type.Object({
  customization: Type.Optional(
    Type.Unsafe<CustomizationInput>({
      ...CustomizationOverrides,
      description: 'Settings of the site, over those that it has. Null takes one back to its default.',
    }),
  ),
  overrides: Type.Optional(
    Type.Object(
      { siteSpace: IdSchema, customization: CustomizationOverrides },
      {
        description: 'Settings of one site space, over those that it has.',
      },
    ),
  ),
  path: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'The path of the page below the site. Without it, the first page.',
    }),
  ),
  claims: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'The claims of the visitor who looks at it.' },
    ),
  ),
})
export type PreviewLook = Static<typeof PreviewLook>

export const LookPreview = Type.Object(
  {
    html: Type.String({ description: 'The page as visitors get it, but for its style sheet.' }),
    css: Type.String({ description: 'The style sheet of the page.' }),
    basePath: Type.String({
      description: 'What the links of the page begin with that lead to other pages of the site.',
    }),
    path: Type.String({ description: 'The path of the page below the site.' }),
    siteSpace: Type.String({ description: 'The id of the site space that the page is in.' }),
    overrides: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The settings that this site space has of its own, over those of the site.',
      },
    ),
  },
  { 'x-name': 'SiteLookPreview' },
)
export type LookPreview = Static<typeof LookPreview>
