/** A mention in the Markdown of a comment, as the API reads it. */
const mentionPattern = /\[@((?:\\.|[^\]\\\n])+)\]\(\/users\/([\w-]+) "mention"\)/g

/** The beginning of a name behind an @, right before the caret. */
const queryPattern = /(?:^|[\s([{])@([^\s@]{0,40}(?: [^\s@]{1,40})?)$/u

/** A comment as it is written: mentions are names behind an @. */
export interface CommentDraft {
  text: string
  /** The ids of the people who were mentioned, by their names. */
  people: ReadonlyMap<string, string>
}

export const emptyDraft: CommentDraft = { text: '', people: new Map() }

export interface TextPiece {
  text: string
  isMention: boolean
}

/** The text of a comment in pieces, mentions with the name only. */
export function splitMentions(markdown: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of markdown.matchAll(mentionPattern)) {
    pieces.push({ text: markdown.slice(end, match.index), isMention: false })
    pieces.push({ text: `@${readName(match)}`, isMention: true })
    end = match.index + match[0].length
  }
  pieces.push({ text: markdown.slice(end), isMention: false })
  return pieces.filter(({ text }) => text !== '')
}

/** A comment as its author goes on writing it. */
export function readDraft(markdown: string): CommentDraft {
  const people = new Map<string, string>()
  for (const match of markdown.matchAll(mentionPattern)) people.set(readName(match), match[2] ?? '')
  const text = splitMentions(markdown)
    .map((piece) => piece.text)
    .join('')
  return { text, people }
}

/** The Markdown of a comment, with its mentions as the API reads them. */
export function writeDraft({ text, people }: CommentDraft): string {
  if (people.size === 0) return text
  // The longest first: "@Ann Lee" is not "@Ann" with a last name.
  const names = [...people.keys()].toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(`@(${names.map(escapePattern).join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  return text.replaceAll(pattern, (_, name: string) => {
    const label = name.replaceAll(/[\\[\]]/g, '\\$&')
    return `[@${label}](/users/${people.get(name) ?? ''} "mention")`
  })
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const readName = (match: RegExpMatchArray): string => (match[1] ?? '').replaceAll(/\\(.)/g, '$1')

/** What of a name was typed before the caret; undefined where no name is being typed. */
export const findMentionQuery = (text: string, caret: number): string | undefined =>
  queryPattern.exec(text.slice(0, caret))?.[1]

/** Puts a name in the place of what was typed of it, and says where the caret is then. */
export function insertMention(
  { text, people }: CommentDraft,
  caret: number,
  { id, name }: { id: string; name: string },
): { draft: CommentDraft; caret: number } {
  const start = caret - (findMentionQuery(text, caret)?.length ?? 0) - 1
  const before = `${text.slice(0, start)}@${name} `
  return {
    draft: { text: before + text.slice(caret).replace(/^ /, ''), people: new Map(people).set(name, id) },
    caret: before.length,
  }
}
