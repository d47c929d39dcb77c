import type { ContentRef, MediaRef } from './reference-types.ts'

/** The data of a table block, in the terms of the contract. */

export type VerticalAlignment = 'top' | 'middle' | 'bottom'

export interface SelectOption {
  value: string
  label: string
  color: string
}

interface Definition<Type extends string> {
  id: string
  title: string
  type: Type
}

export interface TextDefinition extends Definition<'text'> {
  textAlignment: 'left' | 'center' | 'right'
  verticalAlignment?: VerticalAlignment
}

export type TableDefinition =
  | TextDefinition
  | Definition<'number'>
  | Definition<'checkbox'>
  | Definition<'files'>
  | (Definition<'users'> & { multiple: boolean })
  | (Definition<'rating'> & { max: number })
  | (Definition<'select'> & { multiple: boolean; options: SelectOption[] })
  | Definition<'content-ref'>
  | Definition<'image'>

export type ObjectFit = 'contain' | 'fill' | 'cover'

export interface FittedImage {
  ref: MediaRef
  objectFit?: ObjectFit
  alt?: string
}

/** In a text column, a string is the name of the fragment with the cell's content. Elsewhere it is the cell's text. */
export type TableValue = number | string | boolean | string[] | ContentRef | FittedImage

export interface TableRecord {
  orderIndex: string
  values: Record<string, TableValue>
}

export interface GridView {
  type: 'grid'
  columns: string[]
  columnWidths?: Record<string, number>
  hideHeader: boolean
  stickyHeader?: boolean
  stickyFirstColumn?: boolean
}

export interface CardsView {
  type: 'cards'
  cardSize: 'medium' | 'large'
  columns: string[]
  targetDefinition?: string
  coverDefinition?: string
  coverDefinitionDark?: string
  hideColumnTitle?: boolean
}

export interface CellMerge {
  anchor: { record: string; column: string }
  rowSpan: number
  colSpan: number
}

export interface TableData {
  view: GridView | CardsView
  records: Record<string, TableRecord>
  definition: Record<string, TableDefinition>
  cellMerges?: CellMerge[]
  fullWidth?: boolean
  search?: boolean
}
