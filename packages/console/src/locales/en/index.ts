import { changeRequests } from './change-requests.ts'
import { common } from './common.ts'
import { content } from './content.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { home } from './home.ts'
import { imports } from './imports.ts'
import { organizations } from './organizations.ts'
import { palette } from './palette.ts'
import { revisions } from './revisions.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { spaces } from './spaces.ts'

/** Every text of the console. Each feature has its own file; other languages have the same files. */
export const en = {
  changeRequests,
  common,
  content,
  errors,
  files,
  home,
  imports,
  organizations,
  palette,
  revisions,
  shell,
  signIn,
  spaces,
}
