import { call, useWrite } from '../../api/index.ts'
import { getSiteById, type Site, updateSiteById } from '../../api/operations.ts'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useSiteWords } from '../../locales/features/sites.ts'
import { Switch } from '../../ui/choice.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Notice } from '../../ui/states.tsx'
import { EmbeddingSection } from './embedding-section.tsx'
import { SiteAddress } from './site-address.tsx'
import { SiteScreen } from './site-screen.tsx'
import { useSiteParams } from './use-site.ts'

/** What search engines, assistants and other websites get of a site. */
export function MachinesScreen() {
  const { siteMachines } = useSiteWords()
  return <SiteScreen title={siteMachines.title}>{(site) => <Machines site={site} />}</SiteScreen>
}

function Machines({ site }: { site: Site }) {
  const { siteMachines, common } = useSiteWords()
  const params = useSiteParams()
  const fail = useFailureToast()
  const change = useWrite(
    (agentsContext: Site['agentsContext']) => call(updateSiteById, { ...params, body: { agentsContext } }),
    { stale: [getSiteById] },
  )
  const address = site.urls.published
  const isIncluded = site.agentsContext === 'included'
  const isOpen = site.visibility === 'public' || site.visibility === 'unlisted'
  if (address === undefined) {
    return <Notice title={siteMachines.notPublished} />
  }
  const mcp = `${address}~verso/mcp`
  return (
    <div className="stack">
      <section aria-labelledby="engines">
        <div className="section-head">
          <h2 id="engines">{siteMachines.engines}</h2>
        </div>
        <div className="form">
          <p>{site.visibility === 'public' ? siteMachines.indexed : siteMachines.notIndexed}</p>
          <p className="soft">{siteMachines.descriptions}</p>
          <SiteAddress url={`${address}sitemap.xml`} />
          <SiteAddress url={`${address}robots.txt`} />
        </div>
      </section>
      <section aria-labelledby="assistants">
        <div className="section-head">
          <h2 id="assistants">{siteMachines.assistants}</h2>
        </div>
        <div className="form">
          {site.permissions.admin && (
            <Switch
              label={siteMachines.offer}
              help={siteMachines.offerHelp}
              isChecked={isIncluded}
              onChange={(isOffered) => change.mutate(isOffered ? 'included' : 'excluded', { onError: fail })}
            />
          )}
          {isIncluded && (
            <>
              {!isOpen && <Notice title={siteMachines.needsProof} />}
              <SiteAddress url={`${address}llms.txt`} />
              <SiteAddress url={`${address}llms-full.txt`} />
              <CopyField
                label={siteMachines.mcp}
                value={mcp}
                copyLabel={common.copy}
                copiedLabel={common.copied}
              />
              <p className="soft">{siteMachines.mcpHelp}</p>
              <pre className="site-code" tabIndex={0}>
                <code>{`claude mcp add --transport http docs ${mcp}\n\n${writeClientSettings(mcp)}`}</code>
              </pre>
            </>
          )}
        </div>
      </section>
      <EmbeddingSection site={site} address={address} />
    </div>
  )
}

/** What most clients of MCP read from a file of settings. */
const writeClientSettings = (url: string): string =>
  JSON.stringify({ mcpServers: { docs: { type: 'http', url } } }, undefined, 2)
