import { Invalid, Unavailable } from '../../common/errors.ts'
import { GitError } from '../../git/git.ts'

/** What went wrong with a remote, in words for the person who named it. */
export function explainRemote(error: unknown): unknown {
  if (!(error instanceof GitError)) return error
  const { said } = error
  if (
    /authentication failed|could not read (username|password)|access denied|permission denied|error: 40[13]\b|terminal prompts disabled/i.test(
      said,
    )
  ) {
    return new Invalid('The repository refuses the credentials, or wants some.')
  }
  if (
    /repository .*not found|not found|does not appear to be a git repository|not valid: is this a git repository|error: 404|unexpected redirect|redirect/i.test(
      said,
    )
  ) {
    return new Invalid('There is no repository at this URL.')
  }
  if (/host key verification failed/i.test(said))
    return new Invalid('The host key of the repository has changed.')
  if (/protocol .* not supported|transport .* not allowed/i.test(said)) {
    return new Invalid('This kind of URL cannot be synchronised with.')
  }
  if (
    /could ?n.t connect|could not resolve|timed? ?out|too slow|connection (refused|reset)|early eof|hung up|unexpected disconnect|empty reply|error: 5\d\d|recv failure|unable to access/i.test(
      said,
    )
  ) {
    return new Unavailable('The repository cannot be reached at the moment.')
  }
  return error
}

/** Whether a fetch failed because there is no such branch. */
export const isMissingBranch = (error: unknown): boolean =>
  error instanceof GitError && /couldn't find remote ref|no such ref/i.test(error.said)

/** Whether a push was not taken because the branch is elsewhere by now. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof GitError &&
  /\[rejected\]|fetch first|non-fast-forward|stale info|cannot lock ref|failed to update ref|reference already exists/i.test(
    error.said,
  )

/** Whether a push was refused whatever it brought. */
export const isRefused = (error: unknown): boolean =>
  error instanceof GitError && /remote rejected|pre-receive hook|protected branch|denied/i.test(error.said)
