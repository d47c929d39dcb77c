import type { Change } from '@verso/revisions'
import { newId } from '../../../common/ids.ts'
import { slugifySegment } from '../../../common/slug.ts'

type InsertPage = Extract<Change, { type: 'insert-page' }>

/** The pages of the sample space of a new site. */
export function createSamplePages(siteTitle: string, now: Date): Change[] {
  const createdAt = now.toISOString()
  const page = (parent: string | null, title: string, markdown: string): InsertPage => ({
    type: 'insert-page',
    id: newId(),
    parent,
    fields: {
      type: 'document',
      title,
      slug: slugifySegment(title, 'page'),
      createdAt,
      updatedAt: createdAt,
    },
    document: { markdown },
  })
  const guides = page(null, 'Guides', 'What people do first, and how.\n')
  return [
    page(
      null,
      'Welcome',
      `Welcome to ${escapeMarkdown(siteTitle)}. Readers see this page first.\n\n` +
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

/** Escapes a title, so that Markdown shows it as plain text. */
const escapeMarkdown = (title: string): string => title.replaceAll(/[\\`*_{}[\]<>#|!~$&]/g, String.raw`\$&`)
