/** Bringing content into a space. */
export const imports = {
  title: '가져오기',
  text: '가져온 내용은 이 스페이스의 기존 페이지 뒤에 추가됩니다. 기존 페이지는 바뀌지 않습니다.',
  source: '무엇을 가져오시겠습니까?',
  sources: {
    website: { label: '웹사이트', help: '주소 아래의 모든 페이지와 사진.' },
    zip: { label: '압축 파일', help: 'Markdown, HTML, Word 파일과 사진을 담은 ZIP.' },
    markdown: { label: 'Markdown 파일', help: '페이지 1개.' },
    docx: { label: 'Word 문서', help: '사진과 표를 포함한 페이지 1개.' },
    notion: { label: 'Notion', help: 'Notion에서 Markdown 또는 HTML로 내보낸 압축 파일.' },
    confluence: { label: 'Confluence', help: '스페이스의 HTML 내보내기 파일.' },
    'google-docs': { label: 'Google 문서', help: '링크가 있는 모든 사람이 열 수 있는 공유 링크.' },
    'github-wiki': { label: 'GitHub 위키', help: '위키의 주소.' },
    html: { label: '웹 페이지', help: '본문 주변을 제외한 페이지 1개.' },
  },
  file: '파일',
  drop: '여기에 파일을 놓으세요',
  choose: '파일 선택',
  address: '주소',
  orAddress: '또는 주소',
  addressHelp: 'Verso가 로그인하지 않고 접근할 수 있어야 합니다.',
  start: '가져오기',
  uploading: '파일을 보내는 중입니다.',
  running: '페이지를 받아 변환하는 중입니다. 큰 가져오기는 몇 분 정도 걸립니다.',
  failed: '아무것도 가져오지 못했습니다.',
  done: (imported: number, total: number) =>
    imported === total
      ? `모두 가져왔습니다: 페이지와 파일 ${total}개.`
      : `페이지와 파일 ${total}개 중 ${imported}개를 가져왔습니다.`,
  missing: '누락된 항목과 이유',
  look: '페이지 보기',
} as const
