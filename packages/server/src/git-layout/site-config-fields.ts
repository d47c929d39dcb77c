export const siteNodeTypes = ['section-group', 'section', 'space', 'external-link'] as const
export type SiteNodeType = (typeof siteNodeTypes)[number]

/** What Verso understands of a node. Everything else in the file is kept, and not looked at. */
export interface SiteFields {
  title: string
  localizedTitle?: Record<string, string>
  description?: string
  localizedDescription?: Record<string, string>
  icon?: string
  path?: string
  /** Of an external link. */
  url?: string
  condition?: string
  default?: true
  hidden?: true
  draft?: true
  /** Of a space: its directory from the top of the repository; null if its content is elsewhere. */
  directory?: string | null
  language?: string
}

export interface SiteConfigNode {
  type: SiteNodeType
  /** What a node is recognised by from one synchronisation to the next. */
  key: string
  fields: SiteFields
  children: SiteConfigNode[]
}

export const childTypes: Record<SiteNodeType, readonly SiteNodeType[]> = {
  'section-group': ['section-group', 'section', 'external-link'],
  section: ['space'],
  space: [],
  'external-link': [],
}

interface TextLimits {
  min: number
  max: number
  required?: boolean
  pattern?: RegExp
  /** Whether a longer text is shortened instead of refused. */
  shortened?: boolean
}

export type TextFieldName = 'title' | 'description' | 'icon' | 'path' | 'url' | 'condition'
export type FlagFieldName = 'default' | 'hidden' | 'draft'
export type LocalizedFieldName = 'localizedTitle' | 'localizedDescription'

type FieldRule =
  | ({ name: TextFieldName; kind: 'text'; types: readonly SiteNodeType[] } & TextLimits & {
        limits?: Partial<Record<SiteNodeType, Partial<TextLimits>>>
      })
  | { name: FlagFieldName; kind: 'flag'; types: readonly SiteNodeType[] }
  | { name: LocalizedFieldName; kind: 'localized'; types: readonly SiteNodeType[]; max: number }

/** The fields of nodes in the order in which they are written. */
export const fieldRules: readonly FieldRule[] = [
  {
    name: 'title',
    kind: 'text',
    types: siteNodeTypes,
    min: 1,
    max: 128,
    required: true,
    limits: {
      space: { max: 50, shortened: true },
      'section-group': { max: 100, shortened: true },
      section: { min: 2 },
    },
  },
  { name: 'localizedTitle', kind: 'localized', types: siteNodeTypes, max: 128 },
  { name: 'description', kind: 'text', types: ['section', 'external-link'], min: 0, max: 256 },
  { name: 'localizedDescription', kind: 'localized', types: ['section', 'external-link'], max: 256 },
  { name: 'icon', kind: 'text', types: ['section-group', 'section', 'external-link'], min: 0, max: 50 },
  {
    name: 'path',
    kind: 'text',
    types: ['section', 'space'],
    min: 1,
    max: 100,
    required: true,
    pattern: /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/,
  },
  {
    name: 'url',
    kind: 'text',
    types: ['external-link'],
    min: 1,
    max: 2048,
    required: true,
    pattern: /^https?:\/\/[^\s/]/i,
  },
  { name: 'default', kind: 'flag', types: ['section', 'space'] },
  { name: 'hidden', kind: 'flag', types: ['space'] },
  { name: 'draft', kind: 'flag', types: ['section-group', 'space', 'external-link'] },
  { name: 'condition', kind: 'text', types: ['section', 'space', 'external-link'], min: 1, max: 1024 },
]
