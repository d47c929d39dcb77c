interface NamedRepository {
  repoName: string
  repoURL?: string
  repoProjectDirectory?: string
  ref: string
}

/** The repository, its branch and the folder in it, in one line. */
export const describeRepository = ({ repoName, repoURL, repoProjectDirectory = '', ref }: NamedRepository) =>
  [repoURL ?? repoName, ref.replace(/^refs\/heads\//, ''), repoProjectDirectory]
    .filter((part) => part !== '')
    .join(' · ')
