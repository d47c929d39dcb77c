import type { ContractOperation } from './operations.ts'

interface DescriptionException {
  operationIds: ContractOperation[]
  /** The deviation, as the check names it. */
  deviation: string
  reason: string
}

/**
 * Where answers do not fit a description. Where the two descriptions contradict each other, answers have both forms if
 * they can; what is left is listed here, and nowhere else.
 */
const exceptions: DescriptionException[] = [
  {
    operationIds: ['getSpaceGitInfo'],
    deviation: "/ must have required property 'installationProvider'",
    reason: 'A repository on another server than those of GitHub and GitLab has a provider without a name.',
  },
  {
    operationIds: ['getLatestOpenAPISpecVersionContent', 'getOpenAPISpecVersionContentById'],
    deviation: '/filesystem must be object',
    reason:
      'Both descriptions call it an object without properties, and all clients read it as a list of files.',
  },
  {
    operationIds: ['updateSiteExternalLinkById'],
    deviation: 'status 204',
    reason:
      'It answers so to `Prefer: return=minimal`, which Verso does not look at: the link is always in the answer.',
  },
]

export const isException = (operationId: ContractOperation, deviation: string): boolean =>
  exceptions.some(
    (exception) => exception.operationIds.includes(operationId) && exception.deviation === deviation,
  )
