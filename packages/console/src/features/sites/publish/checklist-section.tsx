import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read, readAlone } from '../../../api/index.ts'
import { getSiteChecklist, getSiteCustomizationById, type SiteChecklist } from '../../../api/operations.ts'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Icon } from '../../../ui/icon.tsx'
import { circleCheck, triangleExclamation } from '../../../ui/icon-paths.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { findHardColors } from '../look/contrast.ts'
import { getControlLabel } from '../look/look-words.ts'
import { useSiteParams } from '../use-site.ts'

type CheckedSpace = SiteChecklist['spaces'][number]

/** What to mend before readers see a site, each with the way to where it is mended. */
export function ChecklistSection() {
  const { sitePublish, common } = useSiteWords()
  const params = useSiteParams()
  const { data, error, refetch } = useQuery(readAlone(getSiteChecklist, params))
  return (
    <section aria-labelledby="checklist">
      <div className="section-head">
        <h2 id="checklist">{sitePublish.checklist}</h2>
      </div>
      <p className="soft">{sitePublish.checklistText}</p>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Checks checklist={data} />
      ) : (
        <SkeletonRows label={common.loading} />
      )}
    </section>
  )
}

const sum = (spaces: readonly CheckedSpace[], count: (space: CheckedSpace) => number): number =>
  spaces.reduce((total, space) => total + count(space), 0)

function Checks({ checklist: { spaces, unchecked } }: { checklist: SiteChecklist }) {
  const { sitePublish } = useSiteWords()
  const broken = spaces.filter(({ brokenLinks }) => brokenLinks > 0)
  return (
    <ul className="checklist">
      <Check
        isFine={broken.length === 0}
        label={
          broken.length === 0
            ? sitePublish.linksFine
            : sitePublish.linksBroken(sum(broken, ({ brokenLinks }) => brokenLinks))
        }
      >
        {broken.map(({ id, title, brokenLinks }) => (
          <li key={id}>
            <Link className="link" to="/spaces/$spaceId/links" params={{ spaceId: id }}>
              {sitePublish.inSpace(title, brokenLinks)}
            </Link>
          </li>
        ))}
      </Check>
      <PagesCheck
        spaces={spaces}
        find={({ withoutTitle }) => withoutTitle}
        fine={sitePublish.titlesFine}
        wrong={sitePublish.titlesMissing}
      />
      <PagesCheck
        spaces={spaces}
        find={({ withoutDescription }) => withoutDescription}
        fine={sitePublish.descriptionsFine}
        wrong={sitePublish.descriptionsMissing}
      />
      <ContrastCheck />
      {unchecked > 0 && <Check isFine={false} label={sitePublish.unchecked(unchecked)} />}
    </ul>
  )
}

interface PagesCheckProps {
  spaces: readonly CheckedSpace[]
  find: (space: CheckedSpace) => CheckedSpace['withoutTitle']
  fine: string
  wrong: (count: number) => string
}

/** Pages that lack something, with links to the first of them. */
function PagesCheck({ spaces, find, fine, wrong }: PagesCheckProps) {
  const { sitePublish, common } = useSiteWords()
  const count = sum(spaces, (space) => find(space).count)
  const pages = spaces.flatMap((space) =>
    find(space).pages.map(({ id, title }) => ({ id, title, spaceId: space.id, space: space.title })),
  )
  const shown = pages.slice(0, MAX_SHOWN_PAGES)
  return (
    <Check isFine={count === 0} label={count === 0 ? fine : wrong(count)}>
      {shown.map(({ id, title, spaceId, space }) => (
        <li key={`${spaceId} ${id}`}>
          <Link className="link cut" to="/spaces/$spaceId/pages/$pageId" params={{ spaceId, pageId: id }}>
            {spaces.length > 1 && `${space} / `}
            {title.trim() === '' ? common.untitled : title}
          </Link>
        </li>
      ))}
      {count > shown.length && <li className="soft">{sitePublish.more(count - shown.length)}</li>}
    </Check>
  )
}

const MAX_SHOWN_PAGES = 8

function ContrastCheck() {
  const { siteLook, sitePublish } = useSiteWords()
  const params = useSiteParams()
  const { data } = useQuery(read(getSiteCustomizationById, params))
  if (!data) return null
  const hard = findHardColors(data)
  return (
    <Check
      isFine={hard.length === 0}
      label={hard.length === 0 ? sitePublish.colorsFine : sitePublish.colorsHard(hard.length)}
    >
      {hard.map((path) => (
        <li key={path}>
          <Link className="link" to="/orgs/$organizationId/sites/$siteId/look" params={params}>
            {getControlLabel(siteLook, { path })}
          </Link>
        </li>
      ))}
    </Check>
  )
}

interface CheckProps {
  isFine: boolean
  label: string
  children?: ReactNode
}

function Check({ isFine, label, children }: CheckProps) {
  return (
    <li className={isFine ? 'fine' : 'wrong'}>
      <Icon of={isFine ? circleCheck : triangleExclamation} />
      <div className="grow">
        <span>{label}</span>
        {!isFine && children !== undefined && <ul className="check-places">{children}</ul>}
      </div>
    </li>
  )
}
