import { changeRequests } from './change-requests.ts'
import { common } from './common.ts'
import { content } from './content.ts'
import { errors } from './errors.ts'
import { home } from './home.ts'
import { organizations } from './organizations.ts'
import { palette } from './palette.ts'
import { roles } from './roles.ts'
import { shell } from './shell.ts'
import { spaces } from './spaces.ts'

/**
 * The texts that every screen may need. Each feature has its own file; other languages have the same files. Features that
 * are loaded late bring their English with them (`locales/features`).
 */
export const en = {
  changeRequests,
  common,
  content,
  errors,
  home,
  organizations,
  palette,
  roles,
  shell,
  spaces,
}
