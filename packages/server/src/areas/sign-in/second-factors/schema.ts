import { type Static, Type } from 'typebox'
import { AuthenticationResponse } from '../passkeys/schema.ts'

export const SecondFactor = Type.Object(
  {
    object: Type.Literal('second-factor'),
    required: Type.Boolean({
      description: 'Whether signing in with the password or a link asks for a second factor.',
    }),
    passkeys: Type.Integer({ description: 'How many passkeys the account has.' }),
    recoveryCodes: Type.Integer({ description: 'How many recovery codes were not used yet.' }),
  },
  { 'x-name': 'SecondFactor' },
)
export type SecondFactor = Static<typeof SecondFactor>

export const UpdateSecondFactor = Type.Object({ required: Type.Boolean() })
export type UpdateSecondFactor = Static<typeof UpdateSecondFactor>

export const RecoveryCodes = Type.Object(
  {
    object: Type.Literal('recovery-codes'),
    codes: Type.Array(Type.String(), { description: 'Shown now and never again. Each works once.' }),
  },
  { 'x-name': 'RecoveryCodes' },
)
export type RecoveryCodes = Static<typeof RecoveryCodes>

const ticket = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'From the answer to the right password or link.',
})

export const CreatePasskeySignInOptions = Type.Object({ ticket: Type.Optional(ticket) })

export const CompleteSecondFactor = Type.Object({
  ticket,
  response: Type.Optional(AuthenticationResponse),
  recoveryCode: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})
export type CompleteSecondFactor = Static<typeof CompleteSecondFactor>
