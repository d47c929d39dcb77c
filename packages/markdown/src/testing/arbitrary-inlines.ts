/* oxlint-disable oxc/no-map-spread -- these maps make one value each; there is nothing to be gained */
import fc from 'fast-check'
import { createActionReference } from '../document/button-actions.ts'
import { createAnnotation, createCode, createLink, createParagraph } from '../document/create-nodes.ts'
import { InlineBuilder } from '../document/inline-builder.ts'
import { addMark, createPlainMark } from '../document/marks.ts'
import type {
  ContentRef,
  Inline,
  InlineContent,
  Mark,
  MediaRef,
  Paragraph,
  PlainMarkType,
  TextColor,
} from '../document/types.ts'

const textPieces = [
  [
    'a',
    'word',
    'two words',
    ' ',
    '  ',
    '.',
    ', ',
    '1. ',
    '2) ',
    '# ',
    '- ',
    '+ ',
    '> ',
    '* ',
    '=',
    '---',
    '|',
    ':',
    '`',
    '```',
    '~~~',
    '~',
  ],
  [
    '**',
    '*',
    '_',
    'a_b',
    '[',
    ']',
    '(',
    ')',
    '![',
    '<',
    '<b>',
    '</b>',
    '<div>',
    '<!--',
    '&amp;',
    '&',
    '\\',
    '\n',
    '$',
    '$$',
    '{%',
    '%}',
    '{% hint %}',
    '{{',
    '}}',
  ],
  [
    ':smile:',
    ':x:',
    'https://a.b/c',
    'www.a.b',
    'me@a.b',
    '[^1]',
    '[x] ',
    '[ ] ',
    '\u00A0',
    'é',
    '中文',
    '🙂',
    '"',
    "'",
    '!',
    '#',
    '^',
    '\t',
  ],
].flat()

export const arbitraryText = fc
  .array(fc.constantFrom(...textPieces), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(''))
export const arbitraryLine = arbitraryText.map((value) => value.replaceAll('\n', ' '))
export const arbitraryWord = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
/** Text without whitespace at its edges, for titles and labels. */
export const arbitraryLabel = arbitraryLine.map((value) => value.trim()).filter((value) => value !== '')

const plainMarkTypes: PlainMarkType[] = [
  'bold',
  'italic',
  'strikethrough',
  'code',
  'keyboard',
  'superscript',
  'subscript',
]
const textColors: TextColor[] = ['default', 'red', '$info']

const arbitraryMark: fc.Arbitrary<Mark> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...plainMarkTypes).map(createPlainMark) },
  {
    weight: 1,
    arbitrary: fc
      .record({ text: fc.constantFrom(...textColors), background: fc.constantFrom(...textColors) })
      .filter((data) => data.text !== data.background)
      .map((data): Mark => ({ object: 'mark', type: 'color', data })),
  },
)
const arbitraryMarks = fc
  .array(arbitraryMark, { maxLength: 3 })
  .map((list) => list.reduce<Mark[]>(addMark, []))

export const arbitraryMediaRef: fc.Arbitrary<MediaRef> = fc.oneof(
  arbitraryWord.map((name): MediaRef => ({ kind: 'file', file: `../assets/${name} 1.png` })),
  arbitraryWord.map((file): MediaRef => ({ kind: 'file', file })),
  arbitraryWord.map((name): MediaRef => ({ kind: 'url', url: `https://example.com/${name}(1)?a=b&c=d` })),
)

export const arbitraryContentRef: fc.Arbitrary<ContentRef> = fc.oneof<Array<fc.Arbitrary<ContentRef>>>(
  arbitraryMediaRef,
  arbitraryWord.map((name) => ({ kind: 'page', page: `guide/${name}.md` })),
  fc.record({ kind: fc.constant('page'), page: arbitraryWord, space: arbitraryWord }),
  fc.record({ kind: fc.constant('anchor'), anchor: arbitraryWord }),
  fc.record({ kind: fc.constant('anchor'), anchor: arbitraryWord, page: arbitraryWord }),
  fc.record({ kind: fc.constant('user'), user: arbitraryWord }),
  fc.record({ kind: fc.constant('space'), space: arbitraryWord }),
  fc.record({ kind: fc.constant('collection'), collection: arbitraryWord }),
)

const voidInlineBase = { object: 'inline', isVoid: true } as const

const arbitraryVoidInline: fc.Arbitrary<Inline> = fc.oneof<Array<fc.Arbitrary<Inline>>>(
  fc
    .constantFrom('1f604', '2705', 'custom')
    .map((emoji) => ({ ...voidInlineBase, type: 'emoji', data: { code: emoji } })),
  arbitraryWord.map((icon) => ({ ...voidInlineBase, type: 'icon', data: { icon } })),
  arbitraryLabel.map((formula) => ({ ...voidInlineBase, type: 'inline-math', data: { formula } })),
  arbitraryLabel.map((expression) => ({ ...voidInlineBase, type: 'expression', data: { expression } })),
  arbitraryContentRef.map((ref) => ({ ...voidInlineBase, type: 'mention', data: { ref } })),
  fc
    .record({
      label: arbitraryLabel,
      ref: arbitraryContentRef,
      kind: fc.constantFrom('primary' as const, 'secondary' as const),
    })
    .map((data) => ({ ...voidInlineBase, type: 'button', data })),
  fc
    .record({
      label: arbitraryLabel,
      kind: fc.constantFrom('primary' as const, 'secondary' as const),
      action: fc.oneof(
        fc.record(
          { action: fc.constantFrom('search' as const, 'ask' as const), query: arbitraryLine },
          { requiredKeys: ['action'] },
        ),
        fc.record({ action: fc.constant('select' as const), slug: arbitraryWord }),
      ),
    })
    .map((data) => ({
      ...voidInlineBase,
      type: 'button',
      data: { ...data, ref: createActionReference(data.action) },
    })),
  fc
    .record(
      {
        ref: arbitraryMediaRef,
        alt: arbitraryLine,
        caption: arbitraryLine,
        size: fc.constant('line' as const),
      },
      { requiredKeys: ['ref'] },
    )
    .map((data) => ({ ...voidInlineBase, type: 'inline-image', data })),
)

const arbitraryLeaf = fc.record({ text: arbitraryText, marks: arbitraryMarks })

const arbitraryTexts = fc.array(arbitraryLeaf, { minLength: 1, maxLength: 3 }).map((leaves) => {
  const builder = new InlineBuilder()
  for (const leaf of leaves) builder.addLeaf({ object: 'leaf', ...leaf })
  return builder.finish().filter((node) => node.object === 'text')
})

const arbitraryInline: fc.Arbitrary<Inline> = fc.oneof<Array<fc.Arbitrary<Inline>>>(
  arbitraryVoidInline,
  fc
    .tuple(
      arbitraryContentRef,
      fc.option(
        arbitraryLabel.filter((title) => title !== 'mention'),
        { nil: undefined },
      ),
      arbitraryTexts,
    )
    .map(([ref, title, nodes]) => createLink(ref, title, nodes)),
  fc
    .tuple(
      arbitraryTexts,
      fc.array(
        fc.oneof(
          arbitraryTexts.map((nodes) => createParagraph(nodes)),
          fc.constant(createCode(['x'], {})),
        ),
        { minLength: 1, maxLength: 2 },
      ),
    )
    .map(([nodes, body]) => createAnnotation(nodes, structuredClone(body))),
)

export const arbitraryInlines: fc.Arbitrary<InlineContent[]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: arbitraryLeaf }, { weight: 1, arbitrary: arbitraryInline }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => {
    const builder = new InlineBuilder()
    for (const part of parts) {
      if ('object' in part) builder.addInline(structuredClone(part))
      else builder.addLeaf({ object: 'leaf', ...part })
    }
    return builder.finish()
  })

export const arbitraryParagraph: fc.Arbitrary<Paragraph> = arbitraryInlines.map(createParagraph)
