import type { QueryClient } from '@tanstack/react-query'
import { listIcons, type NamedIcon, read, readAlone } from '../../../api/index.ts'
import {
  getLatestOpenAPISpecVersionContent,
  getRevisionOfChangeRequestById,
  getSpaceById,
  listOpenAPISpecs,
  getMemberInOrganizationById,
  listMembersInOrganizationById,
  type OpenAPISpecContent,
  type User,
} from '../../../api/operations.ts'
import type { ApiOperation, PageEditorOptions, Person } from '../../../editor/options.ts'
import type { ChangeRequestIds } from '../use-change-request.ts'

const MAX_SUGGESTIONS = 50
const MAX_SPECS = 100
const MAX_LISTED_PEOPLE = 1000
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

type Choices = Required<
  Pick<
    PageEditorOptions,
    | 'searchReusableContent'
    | 'describeReusableContent'
    | 'searchApiSpecs'
    | 'searchApiOperations'
    | 'searchIcons'
    | 'searchPeople'
    | 'findPeople'
  >
>

/** Where the forms of the editor look for reusable content, operations of APIs and icons. */
export function connectChoices(
  client: QueryClient,
  place: ChangeRequestIds,
): Choices & { loadReusableContent: () => Promise<void> } {
  const reusableContents = read(getRevisionOfChangeRequestById, { ...place, query: { fields: 'shared' } })
  const findOrganization = async (): Promise<string> =>
    (await client.ensureQueryData(read(getSpaceById, { spaceId: place.spaceId }))).organization
  return {
    loadReusableContent: async () => {
      await client.ensureQueryData(reusableContents)
    },
    searchReusableContent: async (query) =>
      (await client.fetchQuery(reusableContents)).reusableContents
        .filter(({ title }) => contains(title, query))
        .slice(0, MAX_SUGGESTIONS)
        .map(({ id, title }) => ({ title, ref: { kind: 'reusable-content', reusableContent: id } })),
    describeReusableContent: (ref) =>
      ref.kind === 'reusable-content'
        ? client
            .getQueryData(reusableContents.queryKey)
            ?.reusableContents.find(({ id }) => id === ref.reusableContent)?.title
        : undefined,
    searchApiSpecs: async (query) => {
      const organizationId = await findOrganization()
      const { items } = await client.fetchQuery(
        read(listOpenAPISpecs, { organizationId, query: { limit: MAX_SPECS } }),
      )
      return items.map(({ slug }) => slug).filter((slug) => contains(slug, query))
    },
    searchApiOperations: async (specSlug, query) => {
      const organizationId = await findOrganization()
      const content = await client.fetchQuery(
        readAlone(getLatestOpenAPISpecVersionContent, { organizationId, specSlug }),
      )
      return listOperations(content)
        .filter(({ method, path, summary }) => contains(`${method} ${path} ${summary}`, query))
        .slice(0, MAX_SUGGESTIONS)
    },
    searchIcons: async (query) => findIcons(await client.fetchQuery(iconList), query),
    searchPeople: async (query) => {
      const organizationId = await findOrganization()
      const search = query.trim()
      const { items } = await client.fetchQuery(
        read(listMembersInOrganizationById, {
          organizationId,
          query: { limit: MAX_SUGGESTIONS, ...(search !== '' && { search }) },
        }),
      )
      return items.map(({ user }) => describePerson(user))
    },
    findPeople: async (ids) => {
      const organizationId = await findOrganization()
      const { items, next } = await client.fetchQuery(
        read(listMembersInOrganizationById, { organizationId, query: { limit: MAX_LISTED_PEOPLE } }),
      )
      const known = items.filter(({ user }) => ids.includes(user.id)).map(({ user }) => describePerson(user))
      if (next === undefined) return known
      // There are more than one list has. They are asked for together; who is no longer a member is left out.
      const missing = ids.filter((id) => !known.some((person) => person.id === id))
      const others = await Promise.allSettled(
        missing.map((userId) =>
          client.fetchQuery(read(getMemberInOrganizationById, { organizationId, userId })),
        ),
      )
      return [
        ...known,
        ...others.flatMap((member) =>
          member.status === 'fulfilled' ? [describePerson(member.value.user)] : [],
        ),
      ]
    },
  }
}

const describePerson = ({ id, displayName, email, photoURL }: User): Person => ({
  id,
  name: displayName,
  ...(email !== undefined && { description: email }),
  ...(photoURL !== undefined && { photoURL }),
})

const contains = (text: string, query: string): boolean =>
  text.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase())

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The operations of a specification, in its order. Descriptions come from anybody, so nothing about them is taken for granted. */
function listOperations({ filesystem }: OpenAPISpecContent): ApiOperation[] {
  const paths = filesystem.find(({ isEntrypoint }) => isEntrypoint)?.specification['paths']
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isObject(item) ? item[method] : undefined
      if (!isObject(operation)) return []
      const { summary } = operation
      return [{ path, method, summary: typeof summary === 'string' ? summary : '' }]
    }),
  )
}

const iconList = { queryKey: ['icons'], staleTime: Infinity, queryFn: listIcons }

/** Icons whose name begins with the words come first, then those that contain them, then those that are looked for by them. */
function findIcons(icons: readonly NamedIcon[], query: string): string[] {
  const words = query.trim().toLowerCase().replaceAll(' ', '-')
  const rank = ({ name, terms }: NamedIcon): number => {
    if (name.startsWith(words)) return 0
    if (name.includes(words)) return 1
    return terms.some((term) => term.startsWith(words)) ? 2 : 3
  }
  return icons
    .map((icon) => ({ name: icon.name, rank: rank(icon) }))
    .filter((icon) => icon.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name)
}
