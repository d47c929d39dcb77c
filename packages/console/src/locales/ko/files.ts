/** The files of a space. */
export const files = {
  title: '파일',
  find: '파일 찾기',
  nothingFound: '이 이름의 파일이 없습니다.',
  emptyTitle: '이 스페이스에는 파일이 없습니다',
  emptyText: '사진과 기타 파일은 가져오기나 Git에서 들어오거나, 페이지를 작성할 때 추가됩니다.',
  open: (name: string) => `${name} 열기`,
  uses: '사용되는 곳',
  unused: '사용하는 페이지가 없습니다.',
} as const
