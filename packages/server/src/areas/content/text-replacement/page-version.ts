import { createHash } from 'node:crypto'
import type { Page } from '@verso/revisions'

/** Differs when the title, the description or the text of a page differs. Other fields and other pages do not matter. */
export const getPageVersion = ({ fields, document }: Page): string =>
  createHash('sha256')
    .update(JSON.stringify([fields.title, getDescription(fields), document]))
    .digest('hex')
    .slice(0, 32)

export const getDescription = ({ description }: Page['fields']): string =>
  typeof description === 'string' ? description : ''
