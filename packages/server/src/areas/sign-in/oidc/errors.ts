import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { type DomainError, Forbidden, Unavailable } from '../../../common/errors.ts'
import { OutboundError } from '../../../outbound/errors.ts'

export const createLoginRefusal = (message: string, cause?: unknown): Forbidden =>
  new Forbidden(message, cause === undefined ? undefined : { cause })

/** The error for the person who signs in. What the provider said word for word is in the log only. */
export function createProviderError(error: unknown): DomainError {
  const message = explainProviderError(error)
  const isUnreachable =
    findOutboundError(error) !== undefined || (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT')
  return isUnreachable ? new Unavailable(message, { cause: error }) : createLoginRefusal(message, error)
}

const explanations: Record<string, string> = {
  OAUTH_TIMEOUT: 'The identity provider did not answer in time.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'The identity provider answered with something that is not JSON.',
  OAUTH_PARSE_ERROR: 'The answer of the identity provider cannot be read.',
  OAUTH_INVALID_RESPONSE: 'The answer of the identity provider is not valid.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    'The answer of the identity provider is too old or too new. Its clock and that of Verso differ by more than a minute.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED:
    'The answer of the identity provider is for another login, another client or of another issuer.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'The identity provider says that it is another issuer, or answers about somebody else. The issuer must be written exactly as the provider writes it.',
  OAUTH_KEY_SELECTION_FAILED: 'The identity provider has no key that its answer is signed with.',
  OAUTH_UNSUPPORTED_OPERATION: 'The answer of the identity provider is signed in a way that is not accepted.',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'The identity provider has an address without https.',
}

/** Says in words what is wrong with a provider, or with what it answered. */
export function explainProviderError(error: unknown): string {
  const outbound = findOutboundError(error)
  if (outbound) return `The identity provider could not be reached. ${outbound.reason}`
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? 'The identity provider did not sign you in: the sign-in was cancelled or refused there.'
      : `The identity provider did not sign you in (${shorten(error.error)}).`
  }
  if (error instanceof ResponseBodyError) {
    return error.error === 'invalid_client'
      ? 'The identity provider does not accept the client id or the client secret.'
      : `The identity provider refused the login (${shorten(error.error)}).`
  }
  if (error instanceof ClientError && error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') {
    const status = error.cause instanceof Response ? ` with status ${error.cause.status}` : ''
    return `The identity provider answered${status}. Check the issuer: its discovery document is at …/.well-known/openid-configuration.`
  }
  const explanation = error instanceof ClientError ? explanations[error.code ?? ''] : undefined
  return explanation ?? 'The answer of the identity provider is not valid.'
}

/** The library wraps errors of the fetcher. */
function findOutboundError(error: unknown): OutboundError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof OutboundError) return current
  }
  return undefined
}

const shorten = (text: string): string => text.replaceAll(/[^\w .-]/g, '').slice(0, 60)
