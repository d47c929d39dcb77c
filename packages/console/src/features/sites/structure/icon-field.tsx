import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SiteIcon } from '../site-icon.tsx'
import { icons } from '../../../ui/icon-paths.ts'

/** Icons that fit the sections of documentation. Any other name of Font Awesome Free can be typed. */
const names =
  `book book-open rocket house gear wrench screwdriver-wrench code terminal plug cube cubes database server cloud
  shield-halved lock key user users building globe language map compass flag lightbulb graduation-cap life-ring circle-question
  comments newspaper bullhorn clock-rotate-left list-check table chart-line credit-card cart-shopping puzzle-piece flask bug
  mobile-screen desktop palette image video star heart bolt`.split(/\s+/)

interface IconFieldProps {
  value: string
  onChange: (name: string) => void
}

/** Chooses an icon by its picture or its name, or none. */
export function IconField({ value, onChange }: IconFieldProps) {
  const { sites } = useSiteWords()
  return (
    <DialogTrigger>
      <AriaButton className="btn outline square" aria-label={`${sites.icon} ${value}`.trim()}>
        {value === '' ? <Icon of={icons} /> : <SiteIcon name={value} />}
      </AriaButton>
      <Popover className="float emoji-popover" placement="bottom start" offset={4}>
        <Dialog aria-label={sites.icon}>
          {({ close }) => {
            const choose = (name: string): void => {
              onChange(name)
              close()
            }
            return (
              <>
                <div className="emoji-grid">
                  {names.map((name) => (
                    <AriaButton key={name} aria-label={name} onPress={() => choose(name)}>
                      <SiteIcon name={name} />
                    </AriaButton>
                  ))}
                </div>
                <form
                  className="emoji-foot"
                  onSubmit={(event) => {
                    event.preventDefault()
                    const name = new FormData(event.currentTarget).get('name')
                    if (typeof name === 'string' && /^[\w-]{1,60}$/.test(name.trim())) choose(name.trim())
                  }}
                >
                  <AriaButton className="btn quiet dense" onPress={() => choose('')}>
                    <span>{sites.noIcon}</span>
                  </AriaButton>
                  <input
                    className="input"
                    name="name"
                    aria-label={sites.iconName}
                    placeholder={sites.iconName}
                  />
                </form>
              </>
            )
          }}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
