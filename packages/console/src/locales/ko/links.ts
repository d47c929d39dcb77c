/** The links of a space. */
export const links = {
  title: '링크',
  broken: '깨짐',
  all: '전체',
  which: '표시할 링크',
  noBroken: '깨진 링크가 없습니다',
  noBrokenText: '페이지, 파일, 스페이스로 가는 모든 링크가 유효합니다.',
  none: '아직 링크가 없습니다',
  noneText: '이 스페이스 페이지의 링크와 그 목적지가 여기에 표시됩니다.',
  gone: '존재하지 않는 것',
  on: '위치',
  places: (count: number) => `${count}곳`,
} as const
