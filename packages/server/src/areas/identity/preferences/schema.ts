import { type Static, Type } from 'typebox'
import { interfaceLanguages } from '../../../common/interface-languages.ts'

export const InterfaceLanguageSchema = Type.Enum(interfaceLanguages, {
  type: 'string',
  description: 'The language of the console and of mails.',
})

const ThemeSchema = Type.Enum(['light', 'dark', 'system'], { type: 'string' })

export const notificationMails = ['immediate', 'daily', 'never'] as const

const NotificationMailSchema = Type.Enum([...notificationMails], {
  type: 'string',
  description:
    'When you get mails about notifications that you have not read: as they come, in one mail a day, or never. As they come ' +
    'unless you choose.',
})

const properties = {
  language: Type.Optional(InterfaceLanguageSchema),
  theme: Type.Optional(ThemeSchema),
  notificationMail: Type.Optional(NotificationMailSchema),
}

export const Preferences = Type.Object(
  {
    object: Type.Literal('preferences'),
    ...properties,
    console: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What the console remembers for itself, such as what was opened last.',
    }),
  },
  { 'x-name': 'Preferences' },
)
export type Preferences = Static<typeof Preferences>

export const UpdatePreferences = Type.Object(
  {
    language: Type.Optional(Type.Union([InterfaceLanguageSchema, Type.Null()])),
    theme: Type.Optional(Type.Union([ThemeSchema, Type.Null()])),
    notificationMail: Type.Optional(Type.Union([NotificationMailSchema, Type.Null()])),
    console: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 50,
        propertyNames: { minLength: 1, maxLength: 64 },
        description:
          'Keys that are given are replaced, those with the value null are removed, all others stay. All together have at ' +
          'most 16 KB.',
      }),
    ),
  },
  { minProperties: 1, description: 'What is null goes back to what it was before somebody chose.' },
)
export type UpdatePreferences = Static<typeof UpdatePreferences>
