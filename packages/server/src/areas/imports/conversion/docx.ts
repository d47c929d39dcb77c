import mammoth from 'mammoth'
import { Archive } from '../../../common/archives.ts'
import { Invalid } from '../../../common/errors.ts'

// These styles of Word and LibreOffice have a meaning in HTML.
const styleMap = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Preformatted Text'] => pre:separator('\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\n')",
  "p[style-name='Source Code'] => pre:separator('\n')",
  "p[style-name='Code'] => pre:separator('\n')",
  "r[style-name='Source Text'] => code",
  "r[style-name='HTML Code'] => code",
  "r[style-name='Strong'] => strong",
  "r[style-name='Emphasis'] => em",
  'strike => del',
]

/** Converts a Word document to HTML with embedded pictures. */
export async function docxToHtml(bytes: Uint8Array): Promise<string> {
  const buffer = Buffer.from(bytes)
  const archive = await Archive.open(buffer, { entries: 5000, bytes: 256 * 1024 * 1024 })
  if (!archive.has('word/document.xml'))
    throw new Invalid('This is a zip archive, but not a Word document (.docx).')
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, { styleMap, externalFileAccess: false })
    return value
  } catch (error) {
    throw new Invalid(`The Word document is damaged: ${error instanceof Error ? error.message : 'unknown'}.`)
  }
}
