import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { Invalid } from '../../../common/errors.ts'

export const MIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 256

/** The estimate takes longer the longer the text is, and what begins well does not become guessable. */
const MAX_ESTIMATED_LENGTH = 64

/** 0 and 1 mean less than a million guesses: the commonest passwords, keyboard rows, repeated letters, dates. */
const MIN_STRENGTH_SCORE = 2

let estimator: Promise<ZxcvbnFactory> | undefined

/** The word lists take some megabytes: they are loaded when the first password is set. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

/** Refuses a password that is too short, or among the first that somebody would try for this account. */
export async function requireStrongPassword(
  password: string,
  account: { email: string; displayName: string },
): Promise<void> {
  if (Array.from(password).length < MIN_PASSWORD_LENGTH) {
    throw new Invalid(`A password has at least ${MIN_PASSWORD_LENGTH} characters.`)
  }
  estimator ??= loadEstimator()
  const words = [
    account.email,
    ...account.email.split(/[^\p{L}\p{N}]+/u),
    ...account.displayName.split(/\s+/),
    'verso',
  ]
  const { score } = (await estimator).check(password.slice(0, MAX_ESTIMATED_LENGTH), words)
  if (score < MIN_STRENGTH_SCORE) {
    throw new Invalid(
      'This password is among the first that somebody would try. Take several words that have nothing to do with each other.',
    )
  }
}
