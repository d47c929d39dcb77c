import type { Change } from '@verso/revisions'
import { newId } from '../../../common/ids.ts'
import { slugOf } from '../../../common/slugs.ts'

type InsertPage = Extract<Change, { type: 'insert-page' }>

/** Something to look at in a new site. */
export function samplePages(siteTitle: string, now: Date): Change[] {
  const moment = now.toISOString()
  const page = (parent: string | null, title: string, markdown: string): InsertPage => ({
    type: 'insert-page',
    id: newId(),
    parent,
    fields: { type: 'document', title, slug: slugOf(title, 'page'), createdAt: moment, updatedAt: moment },
    document: { markdown },
  })
  const guides = page(null, 'Guides', 'What people do first, and how.\n')
  return [
    page(
      null,
      'Welcome',
      `Welcome to ${escaped(siteTitle)}. Readers see this page first.\n\n` +
        '{% hint style="info" %}\nChange this page in a change request, and merge it to publish.\n{% endhint %}\n',
    ),
    guides,
    page(
      guides.id,
      'Getting started',
      '{% stepper %}\n{% step %}\n### Install\n\nSay what is needed.\n{% endstep %}\n\n' +
        '{% step %}\n### Use\n\nSay what to do first.\n{% endstep %}\n{% endstepper %}\n',
    ),
    page(null, 'Reference', '| Setting | Default |\n| --- | --- |\n| `color` | `blue` |\n'),
  ]
}

/** A title as plain text of a page. */
const escaped = (title: string): string => title.replaceAll(/[\\`*_{}[\]<>#|!~$&]/g, String.raw`\$&`)
