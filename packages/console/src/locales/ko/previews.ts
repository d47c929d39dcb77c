/** Links that show a change request to people without an account. */
export const previews = {
  title: '미리보기 공유',
  explanation:
    '링크가 있는 사람은 이 변경 요청의 변경 사항이 반영된 이 스페이스를 사이트에서 볼 수 있습니다. 계정이 필요 없고 다른 것은 볼 수 없습니다.',
  site: '사이트',
  ends: '종료',
  inDays: (days: number) => `${days}일 후`,
  endsAt: (date: string) => `${date}에 종료`,
  create: '링크 만들고 복사',
  copied: '링크를 복사했습니다.',
  copyLink: (name: string) => `링크 복사: ${name}`,
  endLink: (name: string) => `링크 종료: ${name}`,
  noSite: '이 스페이스를 표시하는 사이트가 아직 없습니다. 먼저 사이트에 추가하세요.',
} as const
