/** Why somebody has a role on something. */
export const access = {
  why: 'لماذا؟',
  whyOf: (name: string) => `لماذا لدى ${name} هذا الدور`,
  result: (name: string, role: string) => `دور ${name} هنا هو «${role}».`,
  noAccess: (name: string) => `لا يملك ${name} حق الوصول هنا.`,
  rules: 'القواعد المطبّقة، الأقرب أولًا',
  decides: 'يحسم',
  disabled: (title: string) => `العضوية في «${title}» معطّلة.`,
  admin: (title: string) => `يستطيع مسؤولو «${title}» فعل كل شيء.`,
  grant: (role: string, title: string) => `مُنح دور «${role}» على «${title}».`,
  teamGrant: (team: string, role: string, title: string) => `فريقه «${team}» دوره «${role}» على «${title}».`,
  defaultLevel: (role: string, title: string) => `كل من في المؤسسة دوره «${role}» على «${title}».`,
  defaultNone: (title: string) => `«${title}» مغلق أمام من لم يُمنح دورًا عليه.`,
  organizationRole: (role: string, title: string) => `الدور في «${title}» هو «${role}».`,
} as const
