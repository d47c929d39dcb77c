import 'react'

declare module 'react' {
  interface CSSProperties {
    /** The depth of a row in a tree, from 0. */
    '--level'?: number
    /** A colour that people choose, shown as it is. */
    '--swatch'?: string
    /** The picture of an icon that the server sends. */
    '--icon'?: string
  }
}
