import { Invalid, Unavailable } from '../../common/errors.ts'
import { GitError, type GitLimits } from '../../git/git.ts'

/** Turns what Git printed about a remote into an error for the person who gave its URL. */
export function explainRemoteError(error: unknown, { stallSeconds }: GitLimits): unknown {
  if (!(error instanceof GitError)) return error
  const { stderr } = error
  if (
    /authentication failed|could not read (username|password)|access denied|permission denied|error: 40[13]\b|terminal prompts disabled/i.test(
      stderr,
    )
  ) {
    return new Invalid('The repository does not accept the credentials, or requires some.')
  }
  if (
    /repository .*not found|not found|does not appear to be a git repository|not valid: is this a git repository|error: 404|unexpected redirect|redirect/i.test(
      stderr,
    )
  ) {
    return new Invalid('There is no repository at this URL.')
  }
  if (/host key verification failed/i.test(stderr))
    return new Invalid('The host key of the repository has changed.')
  if (/protocol .* not supported|transport .* not allowed/i.test(stderr)) {
    return new Invalid('This kind of URL cannot be synchronised with.')
  }
  if (/too slow|less than \d+ bytes\/sec/i.test(stderr)) {
    return new Unavailable(`The repository is slow: it sent nothing for ${stallSeconds} seconds.`)
  }
  if (
    /could ?n.t connect|could not resolve|timed? ?out|connection (refused|reset)|early eof|hung up|unexpected disconnect|empty reply|error: 5\d\d|recv failure|unable to access/i.test(
      stderr,
    )
  ) {
    return new Unavailable('The repository cannot be reached at the moment.')
  }
  return error
}

/** Whether a fetch failed because there is no such branch. */
export const isMissingBranch = (error: unknown): boolean =>
  error instanceof GitError && /couldn't find remote ref|no such ref/i.test(error.stderr)

/** Whether a push was rejected because the branch has moved. */
export const isNonFastForward = (error: unknown): boolean =>
  error instanceof GitError &&
  /\[rejected\]|fetch first|non-fast-forward|stale info|cannot lock ref|failed to update ref|reference already exists/i.test(
    error.stderr,
  )

/** Whether the remote rejected a push by its own rules, such as a hook or a protected branch. */
export const isRejectedByRemote = (error: unknown): boolean =>
  error instanceof GitError && /remote rejected|pre-receive hook|protected branch|denied/i.test(error.stderr)
