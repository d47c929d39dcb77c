import { roles, type Role } from '../../../access/roles.ts'
import type { ExplainedLevel, ExplainedMember } from './repository.ts'
import type { AccessExplanation } from './schema.ts'

type AccessRule = AccessExplanation['rules'][number]
type RuleWithoutDecision = Omit<AccessRule, 'decides'>

/**
 * Lists the rules that apply to a member, the strongest first: the same order as that of `access/content-role.ts`, which
 * decides.
 */
export function explainAccess(
  member: Pick<ExplainedMember, 'role' | 'disabled' | 'organizationTitle'>,
  organizationId: string,
  levels: readonly ExplainedLevel[],
): Pick<AccessExplanation, 'role' | 'rules'> {
  const organization = {
    object: 'organization' as const,
    id: organizationId,
    title: member.organizationTitle,
  }
  const rules: RuleWithoutDecision[] = [
    ...(member.disabled ? [{ kind: 'disabled' as const, role: null, on: organization }] : []),
    ...(member.role === 'admin' ? [{ kind: 'admin' as const, role: member.role, on: organization }] : []),
    ...[...Map.groupBy(levels, ({ depth }) => depth).values()].flatMap((sameDepth) =>
      listLevelRules(sameDepth, member.role !== null),
    ),
    ...(member.role === 'admin'
      ? []
      : [{ kind: 'organization-role' as const, role: member.role, on: organization }]),
  ]
  const [deciding] = rules
  return {
    role: deciding?.role ?? null,
    rules: rules.map((rule, index) => Object.assign(rule, { decides: index === 0 })),
  }
}

const place = ({ object, id, title }: ExplainedLevel) => ({ object, id, title })

/** The rules of one level: grants to the person, then to teams, then the default level, which guests do not have. */
function listLevelRules(levels: readonly ExplainedLevel[], isMember: boolean): RuleWithoutDecision[] {
  const grants = levels.flatMap((level): RuleWithoutDecision[] =>
    level.personRole === null ? [] : [{ kind: 'grant', role: level.personRole, on: place(level) }],
  )
  const teamGrants = levels.flatMap((level) =>
    level.teams.map(({ id, title, role }): RuleWithoutDecision => {
      const team = { id, title }
      return { kind: 'team-grant', role, on: place(level), team }
    }),
  )
  const defaults = levels.flatMap((level): RuleWithoutDecision[] =>
    isMember && level.defaultLevel !== 'inherit'
      ? [{ kind: 'default-level', role: level.defaultLevel, on: place(level) }]
      : [],
  )
  return [...grants.toSorted(compareByRole), ...teamGrants.toSorted(compareByRole), ...defaults]
}

const getRank = (role: Role | null): number => (role === null ? -1 : roles.indexOf(role))

const compareByRole = (a: RuleWithoutDecision, b: RuleWithoutDecision): number =>
  getRank(b.role) - getRank(a.role)
