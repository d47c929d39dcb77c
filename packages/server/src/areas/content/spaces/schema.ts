import { type Static, Type } from 'typebox'
import {
  DefaultLevelSchema,
  IdSchema,
  nullable,
  RoleSchema,
  TimestampSchema,
  TranslationLanguageSchema,
  UrlSchema,
  WebUrlSchema,
} from '../../../http/schemas.ts'
import { ComputedRevisionSource } from '../computed-sources/schema.ts'
import { ApplySpaceTemplate } from '../templates/schema.ts'
import { MergeRules, SpaceMergeRulesInput } from '../../organizations/index.ts'
import { SpaceGitSync } from './git-source.ts'

const SpaceTitle = Type.String({ maxLength: 50 })

const Emoji = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^([0-9a-fA-F]{2,6}([- ][0-9a-fA-F]{2,6})*|[^ -~]+)$',
  description: 'The code points in hexadecimal (`1f4d6`, joined by `-`), or the character itself.',
})

const EditMode = Type.Enum(['live', 'locked'], {
  type: 'string',
  description: '`live`: content can be edited directly; `locked`: only through change requests.',
})

export const Space = Type.Object(
  {
    object: Type.Literal('space'),
    id: Type.String(),
    title: SpaceTitle,
    emoji: Type.String({ description: 'Empty when there is none.' }),
    visibility: Type.Enum(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'], {
      type: 'string',
    }),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
    deletedAt: Type.Optional(TimestampSchema),
    editMode: EditMode,
    mergeRules: MergeRules,
    urls: Type.Object({
      location: UrlSchema,
      app: UrlSchema,
      published: Type.Optional(UrlSchema),
      public: Type.Optional(UrlSchema),
      icon: Type.Optional(UrlSchema),
    }),
    organization: Type.String(),
    parent: Type.Optional(Type.String()),
    language: Type.Optional(Type.String()),
    revision: Type.String(),
    defaultLevel: DefaultLevelSchema,
    comments: Type.Integer(),
    changeRequests: Type.Integer(),
    changeRequestsOpen: Type.Integer(),
    changeRequestsDraft: Type.Integer(),
    gitSync: Type.Optional(SpaceGitSync),
    permissions: Type.Object({
      view: Type.Boolean(),
      access: Type.Boolean(),
      admin: Type.Boolean(),
      viewInviteLinks: Type.Boolean(),
      edit: Type.Boolean(),
      triggerGitSync: Type.Boolean(),
      comment: Type.Boolean(),
      merge: Type.Boolean(),
      review: Type.Boolean(),
      installIntegration: Type.Boolean(),
    }),
  },
  { 'x-name': 'Space' },
)
export type Space = Static<typeof Space>

export const CreateSpace = Type.Object({
  title: Type.Optional(SpaceTitle),
  emoji: Type.Optional(Emoji),
  parent: Type.Optional(IdSchema),
  language: Type.Optional(TranslationLanguageSchema),
  editMode: Type.Optional(EditMode),
  template: Type.Optional(ApplySpaceTemplate),
  computedSource: Type.Optional(ComputedRevisionSource),
})
export type CreateSpace = Static<typeof CreateSpace>

export const UpdateSpace = Type.Object({
  title: Type.Optional(SpaceTitle),
  emoji: Type.Optional(nullable(Emoji)),
  icon: Type.Optional(nullable(WebUrlSchema)),
  editMode: Type.Optional(EditMode),
  defaultLevel: Type.Optional(DefaultLevelSchema),
  language: Type.Optional(TranslationLanguageSchema),
  mergeRules: Type.Optional(SpaceMergeRulesInput),
})
export type UpdateSpace = Static<typeof UpdateSpace>

export const MemberSpace = Type.Object(
  { permission: RoleSchema, space: Space },
  { 'x-name': 'MemberContentPermission' },
)
export type MemberSpace = Static<typeof MemberSpace>
