import { Example, Group, type GroupName } from '../group.tsx'
import { longText, rtlText } from '../samples.ts'
import { textPairs } from '../text-pairs.ts'
import { listTokenGroups, type Token } from '../token-list.ts'

/** What `tokens.css` has, read from it. */
export const Tokens = (name: GroupName) => (
  <Group {...name}>
    {listTokenGroups().map(({ title, note, tokens }) => (
      <Example key={title} title={title} isWide>
        {note !== '' && <p className="soft design-note">{note}</p>}
        <ul className="design-tokens">
          {tokens.map((token) => (
            <li key={token.name}>
              <TokenSample {...token} />
              <code>{token.name}</code>
            </li>
          ))}
        </ul>
      </Example>
    ))}
    <Example title="Words on their grounds" isWide>
      <ul className="design-pairs">
        {textPairs.map(([ink, ground]) => (
          <li key={`${ink} ${ground}`} style={{ color: `var(${ink})`, background: `var(${ground})` }}>
            {ink.slice(2)} on {ground.slice(2)}
          </li>
        ))}
      </ul>
    </Example>
    <Example title="Headings and paragraphs" isWide isStacked>
      <div className="head design-plain-head">
        <div>
          <h4>{longText}</h4>
          <p>{longText}</p>
        </div>
      </div>
      <p>
        Words, <strong>strong words</strong>, <span className="soft">soft words</span>,{' '}
        <span className="small">small words</span>,{' '}
        <a className="link" href="#tokens">
          a link
        </a>
        , <ins>words that came</ins> and <del>words that went</del>.
      </p>
      <p lang="ar" dir="rtl">
        {rtlText}
      </p>
    </Example>
  </Group>
)

function TokenSample({ name, value, kind }: Token) {
  const variable = `var(${name})`
  switch (kind) {
    case 'colour':
      return <div className="design-swatch" style={{ background: variable }} />
    case 'type':
      return <div style={{ font: variable }}>Relay guide</div>
    case 'family':
      return <div style={{ fontFamily: variable }}>Relay guide</div>
    case 'length':
      return (
        <>
          <div className="design-length" style={{ inlineSize: variable }} />
          <span className="soft">{value}</span>
        </>
      )
    case 'corner':
      return <div className="design-box" style={{ borderRadius: variable }} />
    case 'shadow':
      return <div className="design-box is-floating" style={{ boxShadow: variable }} />
    case 'motion':
      return <span className="soft">{value}</span>
  }
}
