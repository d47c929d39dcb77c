import 'react'

declare module 'react' {
  interface CSSProperties {
    /** The depth of a row in a tree, from 0. */
    '--level'?: number
    /** How many rows a tree has, and which of them a row is, from 0. */
    '--rows'?: number
    '--place'?: number
    /** A colour that people choose, shown as it is. */
    '--swatch'?: string
    /** The picture of an icon that the server sends. */
    '--icon'?: string
  }
}
