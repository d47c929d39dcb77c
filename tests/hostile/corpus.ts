import fc from 'fast-check'

const repeat = (text: string, length: number): string => text.repeat(Math.floor(length / text.length))

/** Texts that were measured to take long, or that are as dense as Markdown can be. */
export const hostileTexts: Record<string, string> = {
  'a formula that doubles': `$$\n\\def\\a#1{#1#1}${'\\a{'.repeat(20)}x${'}'.repeat(20)}\n$$`,
  'many long formulas': repeat(`$$\n${'x^2+'.repeat(450)}1\n$$\n\n`, 100_000),
  'formulas of chemistry': repeat(`$$\n\\ce{${'H2O + '.repeat(200)}}\n$$\n\n`, 60_000),
  'a wide table': `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${`|${'a|'.repeat(300)}\n`.repeat(300)}`,
  'a long table': `|a|b|\n|-|-|\n${repeat('|a|b|\n', 199_000)}`,
  paragraphs: repeat('a\n\n', 199_000),
  headings: repeat('# a\n\n', 199_000),
  'nested lists': repeat('- a\n  - b\n    - c\n', 199_000),
  'open brackets': repeat('![a', 199_000),
  'open elements': repeat('<![CDATA[ ', 199_000),
  'updates of one day': `{% updates format="full" %}\n${repeat('{% update date="2026-01-31" %}\na\n{% endupdate %}\n', 199_000)}{% endupdates %}\n`,
  'many conditions': Array.from(
    { length: 1500 },
    (_, n) => `{% if visitor.claims.unsigned.a${n} %}\na\n{% endif %}\n\n`,
  ).join(''),
  'links to nowhere': repeat('[a](b.md) ', 199_000),
  'a million characters': repeat('Lorem *ipsum* dolor [sit](amet.md).\n\n', 990_000),
}

const pieces = [
  '\n\n',
  '\n',
  '|',
  '|-|-|\n',
  '- ',
  '> ',
  '# ',
  '*',
  '**',
  '_',
  '`',
  '```\n',
  '[',
  '](b)',
  '![',
  '<',
  '>',
  '<div>',
  '</div>',
  '<table>',
  '<td>',
  '{% hint style="info" %}\n',
  '{% endhint %}\n',
  '{% tabs %}\n',
  '$$',
  '$$\n',
  '\\frac{',
  '}',
  '\\left(',
  '&',
  ':smile:',
  '[^1]',
  '<!--',
  '\\',
  '~~',
  '    ',
  '\t',
  'word ',
  'x',
]

/** A few pieces of Markdown, many times. */
export const hostileText = fc
  .tuple(
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }),
    fc.integer({ min: 20, max: 100 }),
  )
  .map(([some, kilobytes]) => repeat(some.join(''), kilobytes * 1000))

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})

/** Documents as clients send them. */
export const hostileDocuments: Record<string, object> = {
  'nine thousand paragraphs': {
    object: 'document',
    data: {},
    nodes: Array.from({ length: 9000 }, (_, n) => paragraph(`Paragraph ${n}`)),
  },
  'a document that is wrong at its end': {
    object: 'document',
    data: {},
    nodes: [...Array.from({ length: 9000 }, (_, n) => paragraph(`Paragraph ${n}`)), { object: 'no' }],
  },
}

/** Files that are imported. */
export const hostileImports: Record<string, { source: 'html' | 'markdown'; text: string }> = {
  'elements within elements': { source: 'html', text: '<div>'.repeat(200_000) },
  'a table of 300 by 300': {
    source: 'html',
    text: `<table>${`<tr>${'<td>a</td>'.repeat(300)}</tr>`.repeat(300)}</table>`,
  },
  'paragraphs of HTML': { source: 'html', text: '<p>Lorem <b>ipsum</b></p>'.repeat(40_000) },
  'a long text': { source: 'markdown', text: repeat('Lorem *ipsum* dolor.\n\n', 990_000) },
}

/** Bodies that no operation takes. */
export const hostileBodies: Record<string, unknown> = {
  '300,000 wrong items': { changes: Array.from({ length: 300_000 }, () => 1) },
  '200,000 empty operations': { changes: Array.from({ length: 200_000 }, () => ({})) },
  'a field with 500,000 items': {
    changes: [{ operation: 'delete_page', page: 'a', x: Array.from({ length: 500_000 }, () => 1) }],
  },
  '100,000 fields': {
    changes: [Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`f${n}`, n]))],
  },
  'deep nesting': { changes: JSON.parse(`${'['.repeat(1000)}1${']'.repeat(1000)}`) },
}
