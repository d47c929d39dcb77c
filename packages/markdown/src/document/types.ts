/**
 * The document tree, in the terms of the contract: a document has blocks, a block has blocks or text and inlines, text
 * has leaves, and leaves have marks.
 *
 * What goes beyond the contract is marked "ours". Such properties are always additional to a valid node. A client that
 * does not know them only loses the information that is needed to write the author's own notation.
 *
 * The contract also limits which block may be inside which (for example, no code in a hint). Authors and other tools
 * do not follow that, so the types here allow any block in any container.
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

export const textColors = [
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
] as const

export type TextColor = (typeof textColors)[number]

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
  /** Verso's own: the text is unknown markup of the author. It is shown and written as it is. */
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

/** What a button does instead of leading somewhere: it opens the search or a question, or it chooses an option. */
export type ButtonAction =
  | { action: 'search'; query?: string }
  | { action: 'ask'; query?: string }
  | { action: 'select'; slug: string }

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
    /** Verso's own: block images have these properties in the contract, inline images do not. */
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
  {
    label: string
    kind: 'primary' | 'secondary'
    /** Of a button with an action it is an address that does the same, for clients that know no actions. */
    ref: ContentRef
    icon?: string
    action?: ButtonAction
  },
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
    /** Verso's own: the Markdown level when it is not the level 2, 3 or 4 of the type. Level 1 is the title of a page. */
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

/** Verso's own: `fragments` contains the caption. */
export interface File extends BlockNode<'file', { ref: MediaRef }> {
  fragments?: Fragment[]
}
export type Drawing = BlockNode<'drawing', { ref?: FileRef }>
/** Verso's own: `fragments` contains the caption. */
export interface Embed extends BlockNode<'embed', { url: string; fullWidth?: boolean }> {
  fragments?: Fragment[]
}

/** The kind of source in a raw block. See `CodeData.raw`. */
export type RawKind = 'html' | 'comment' | 'tag' | 'footnote' | 'text' | 'fence'

export interface CodeData {
  syntax?: string
  title?: string
  overflow?: 'scroll' | 'wrap'
  lineNumbers?: boolean
  fullWidth?: boolean
  expandable?: boolean
  collapsedLineCount?: number
  /** Verso's own: the text after the language on the line of the fence. */
  info?: string
  /**
   * Ours: the lines are source that must not be interpreted: unknown HTML, an unknown tag, a comment, a footnote
   * without a reference, or the content between `{% raw %}` and `{% endraw %}` (`text`, or `fence` when that is one
   * fenced block). Every renderer shows a code block safely.
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
