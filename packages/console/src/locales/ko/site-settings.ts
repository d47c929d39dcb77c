/** The settings of a site: its name, its people, its end. */
export const siteSettings = {
  access: '이 사이트를 보고 편집할 수 있는 사람',
  levelInherit: '조직과 같음',
  defaultLevelHelp: '콘솔에서 조직 구성원에 대한 설정입니다. 게시된 사이트를 읽을 사람은 독자에서 정합니다.',
  givenText: '이 사이트에서 부여된 역할입니다. 스페이스에 다른 설정이 없으면 스페이스에도 적용됩니다.',
  noneGiven: '이 사이트 자체에 부여된 역할이 없습니다.',
  deleteSite: '사이트 삭제',
  deleteText:
    '독자는 바로 “찾을 수 없음”을 보게 됩니다. 구조, 모양, 리디렉션, 공유 링크가 사라집니다. 스페이스와 페이지는 남습니다.',
  deleteTitle: (name: string) => `${name}을(를) 삭제할까요?`,
  deleted: (name: string) => `${name}을(를) 삭제했습니다.`,
} as const
