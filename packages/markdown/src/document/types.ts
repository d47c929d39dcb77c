/**
 * The document tree, in the words of the contract: a document holds blocks, blocks hold blocks or text and
 * inlines, text holds leaves, leaves carry marks.
 *
 * What goes beyond the contract is marked "ours": such properties are always additional to a valid node, so a
 * reader who does not know them loses nothing but the way back to the author's own notation.
 *
 * The contract also limits which block may stand in which (no code in a hint, say). Authors do not keep to
 * that, and neither do the files other tools write, so the types here allow any block in any container.
 */

import type {
  ContentRef,
  FileRef,
  MediaRef,
  OpenAPIRef,
  ReusableContentRef,
  TagRef,
} from './reference-types.ts'
import type { TableData, VerticalAlignment } from './table-types.ts'

export type * from './reference-types.ts'
export type * from './table-types.ts'

export interface Document {
  object: 'document'
  data: { schemaVersion?: number }
  nodes: Block[]
}

// Text

export type TextColor =
  | 'default'
  | 'green'
  | 'blue'
  | 'red'
  | 'orange'
  | 'yellow'
  | 'purple'
  | '$primary'
  | '$info'
  | '$success'
  | '$warning'
  | '$danger'

export type PlainMarkType =
  | 'bold'
  | 'italic'
  | 'strikethrough'
  | 'code'
  | 'keyboard'
  | 'superscript'
  | 'subscript'

export interface PlainMark {
  object: 'mark'
  type: PlainMarkType
}

export interface ColorMark {
  object: 'mark'
  type: 'color'
  data: { text: TextColor; background: TextColor }
}

export type Mark = PlainMark | ColorMark

export interface Leaf {
  object: 'leaf'
  text: string
  marks: Mark[]
  /** Ours: the text is the author's own markup, which we do not know; it is shown, and written back, as it is. */
  raw?: true
}

export interface Text {
  object: 'text'
  leaves: Leaf[]
}

// Inlines

interface InlineNode<Type extends string, Data, Void extends boolean> {
  object: 'inline'
  type: Type
  data: Data
  isVoid: Void
}

export interface Link extends InlineNode<'link', { ref: ContentRef; title?: string }, false> {
  nodes: InlineContent[]
}
export type Emoji = InlineNode<'emoji', { code: string }, true>
export type Icon = InlineNode<'icon', { icon: string; color?: TextColor }, true>
export type Expression = InlineNode<'expression', { expression: string }, true>
export type InlineMath = InlineNode<'inline-math', { formula: string }, true>
export type InlineImage = InlineNode<
  'inline-image',
  {
    ref: MediaRef
    refDark?: MediaRef
    caption?: string
    alt?: string
    size?: 'original' | 'line'
    /** Ours, as on block images. */
    width?: Length
    height?: Length
  },
  true
>
export interface Annotation extends InlineNode<'annotation', Record<string, never>, false> {
  nodes: Text[]
  fragments: Fragment[]
}
export type Mention = InlineNode<'mention', { ref: ContentRef }, true>
export type Button = InlineNode<
  'button',
  { label: string; kind: 'primary' | 'secondary'; ref: ContentRef; icon?: string },
  true
>

export type Inline =
  | Link
  | Emoji
  | Icon
  | Expression
  | InlineMath
  | InlineImage
  | Annotation
  | Mention
  | Button

export type InlineContent = Text | Inline

// Blocks

export type Length = number | { unit: string; value: number }
export type TextAlignment = 'start' | 'center' | 'end'

export interface Fragment {
  object: 'fragment'
  key: string
  fragment?: string
  type?: string
  nodes: Block[]
}

interface BlockNode<Type extends string, Data> {
  object: 'block'
  type: Type
  key: string
  data: Data
  isVoid: boolean
}

interface Parent<Type extends string, Data, Child> extends BlockNode<Type, Data> {
  nodes: Child[]
}

type NoData = Record<string, never>

export type Paragraph = Parent<'paragraph', { align?: TextAlignment }, InlineContent>

export interface Heading extends Parent<
  'heading-1' | 'heading-2' | 'heading-3',
  {
    id?: string
    align?: TextAlignment
    /** Ours: the Markdown level where it is not the type's own, which is 2, 3 or 4 (level 1 is a page's title). */
    level?: 1 | 5 | 6
  },
  InlineContent
> {
  /** The anchor, unique in the document. */
  meta: { id: string }
}

export type ListItem = Parent<'list-item', { checked?: boolean }, Block>
export type OrderedList = Parent<'list-ordered', { start?: number }, ListItem>
export type UnorderedList = Parent<'list-unordered', NoData, ListItem>
export type TaskList = Parent<'list-tasks', NoData, ListItem>
export type Divider = BlockNode<'divider', NoData>
export type Quote = Parent<'blockquote', NoData, Block>
export type HintStyle = 'info' | 'warning' | 'danger' | 'success'
export type Hint = Parent<'hint', { style: HintStyle; icon?: string }, Block>

export interface Image extends BlockNode<
  'image',
  { ref: MediaRef; refDark?: MediaRef; width?: Length; height?: Length; alt?: string }
> {
  fragments: Fragment[]
}
export type Images = Parent<
  'images',
  { align?: 'center' | 'left' | 'right'; fullWidth?: boolean; withFrame?: boolean },
  Image
>

/** Ours: `fragments` holds the caption. */
export interface File extends BlockNode<'file', { ref: MediaRef }> {
  fragments?: Fragment[]
}
export type Drawing = BlockNode<'drawing', { ref?: FileRef }>
/** Ours: `fragments` holds the caption. */
export interface Embed extends BlockNode<'embed', { url: string; fullWidth?: boolean }> {
  fragments?: Fragment[]
}

/** What a raw block holds; see `CodeData.raw`. */
export type RawKind = 'html' | 'comment' | 'tag' | 'footnote' | 'text' | 'fence'

export interface CodeData {
  syntax?: string
  title?: string
  overflow?: 'scroll' | 'wrap'
  lineNumbers?: boolean
  fullWidth?: boolean
  expandable?: boolean
  collapsedLineCount?: number
  /** Ours: what follows the language on the fence. */
  info?: string
  /**
   * Ours: the lines are source that must not be interpreted: HTML or a tag we do not know, a comment, a footnote
   * nobody refers to, or what stood between `{% raw %}` and `{% endraw %}` (`text`, or `fence` where that was one
   * fenced block). A code block shows such source safely in every renderer.
   */
  raw?: RawKind
}

export type CodeLine = Parent<'code-line', { highlighted?: boolean }, Text | Annotation | Expression>
export type Code = Parent<'code', CodeData, CodeLine>
export type MathBlock = BlockNode<'math', { formula: string }>
export interface Expandable extends BlockNode<'expandable', { defaultExpanded?: boolean }> {
  fragments: Fragment[]
}
export type TabsItem = Parent<'tabs-item', { title?: string; icon?: string; slug?: string }, Block>
export type Tabs = Parent<'tabs', { fullWidth?: boolean }, TabsItem>
export type StepperStep = Parent<'stepper-step', { icon?: string }, Block>
export type Stepper = Parent<'stepper', NoData, StepperStep>
export type Column = Parent<'column', { width?: Length; verticalAlignment?: VerticalAlignment }, Block>
export type Columns = Parent<'columns', { fullWidth?: boolean }, Column>
export type If = Parent<'if', { expression: string }, Block>
export type Update = Parent<'update', { date: string; tags?: TagRef[] }, Block>
export type Updates = Parent<'updates', { format: 'numeric' | 'full' | 'short' }, Update>
export type Prompt = Parent<
  'prompt',
  {
    description: string
    icon?: string
    openInAIProviders?: boolean
    defaultExpanded?: 'hidden' | 'partial' | 'full'
  },
  Code
>

interface OpenAPINode<Type extends string, Data> extends BlockNode<Type, Data> {}
export type OpenAPI = OpenAPINode<
  'swagger',
  { ref: MediaRef; path: string; method: string; expanded?: boolean; fullWidth?: boolean }
>
export type OpenAPIOperation = OpenAPINode<
  'openapi-operation',
  { ref: OpenAPIRef; path: string; method: string; headless?: boolean }
>
export type OpenAPISchemas = OpenAPINode<
  'openapi-schemas',
  { ref: OpenAPIRef; schemas: string[]; grouped?: boolean; title?: string }
>
export type OpenAPIWebhook = OpenAPINode<
  'openapi-webhook',
  { ref: OpenAPIRef; name: string; method: string; headless?: boolean }
>
export type ContentRefBlock = BlockNode<'content-ref', { ref: ContentRef }>

export type PlainValue = string | number | boolean | PlainValue[] | { [name: string]: PlainValue }
export type Integration = BlockNode<
  'integration',
  {
    integration: string
    block: string
    props: Record<string, PlainValue>
    url?: string
    fullWidth?: boolean
  }
>
export type ReusableContent = BlockNode<'reusable-content', { ref: ReusableContentRef }>

export interface Table extends BlockNode<'table', TableData> {
  fragments: Fragment[]
}

export type List = OrderedList | UnorderedList | TaskList

export type Block =
  | Paragraph
  | Heading
  | List
  | ListItem
  | Divider
  | Quote
  | Hint
  | If
  | Images
  | Image
  | File
  | Drawing
  | Embed
  | Code
  | CodeLine
  | MathBlock
  | Expandable
  | Tabs
  | TabsItem
  | Table
  | OpenAPI
  | OpenAPIOperation
  | OpenAPISchemas
  | OpenAPIWebhook
  | ContentRefBlock
  | Integration
  | ReusableContent
  | Stepper
  | StepperStep
  | Columns
  | Column
  | Updates
  | Update
  | Prompt

export type BlockType = Block['type']
