import { type ReactNode, useEffect } from 'react'
import { isLanguage, languages, useCommonWords, useLocale } from '../../locales/index.ts'
import { classNames } from '../../ui/class-names.ts'
import { Select } from '../../ui/choice.tsx'
import './sign-in.css'

interface SignInPageProps {
  title: string
  /** A quiet line under the title. */
  text?: string
  children: ReactNode
  /** What stands beside the form on a wide screen. */
  side?: ReactNode
}

/** The frame of the pages before one is signed in. */
export function SignInPage({ title, text, children, side }: SignInPageProps) {
  const words = useCommonWords()
  const { language, setLanguage } = useLocale()
  useEffect(() => {
    document.title = `${title} · ${words.common.appName}`
  }, [title, words.common.appName])
  return (
    <main id="main" tabIndex={-1} className={classNames('sign-in', side === undefined && 'sign-in-alone')}>
      <div className="sign-in-form">
        <div className="brand">
          <span className="org-mark" aria-hidden="true">
            V
          </span>
          {words.common.appName}
        </div>
        <div className="sign-in-card">
          <div>
            <h1>{title}</h1>
            {text !== undefined && <p>{text}</p>}
          </div>
          {children}
        </div>
        <div className="sign-in-foot">
          <span>{location.host}</span>
          <Select
            label={words.shell.language}
            isLabelHidden
            isQuiet
            choices={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            value={language}
            onChange={(value) => {
              if (isLanguage(value)) setLanguage(value)
            }}
          />
        </div>
      </div>
      {side !== undefined && <div className="sign-in-side">{side}</div>}
    </main>
  )
}
