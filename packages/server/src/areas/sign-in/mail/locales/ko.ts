import type { MailTexts } from './texts.ts'

export const ko: MailTexts = {
  language: 'ko',
  direction: 'ltr',
  greeting: (name) => `${name} 님, 안녕하세요.`,
  copyLink: '버튼이 작동하지 않으면 브라우저에서 다음 주소를 여세요.',
  passwordReset: ({ minutes }) => ({
    subject: '새 비밀번호 설정',
    before: ['회원님 계정의 새 비밀번호 설정이 요청되었습니다.'],
    button: '새 비밀번호 설정하기',
    after: [
      `이 링크는 한 번만, ${minutes}분 동안 사용할 수 있습니다. 설정하면 모든 세션이 종료됩니다.`,
      '요청하지 않으셨다면 아무것도 하지 않으셔도 됩니다. 비밀번호는 그대로 유지됩니다.',
    ],
  }),
  signInLink: ({ minutes }) => ({
    subject: '로그인 링크',
    before: ['로그인하려는 브라우저에서 이 링크를 여세요.'],
    button: '로그인하기',
    after: [
      `이 링크는 한 번만, ${minutes}분 동안 사용할 수 있습니다.`,
      '요청하지 않으셨다면 아무것도 하지 않으셔도 됩니다. 링크를 가진 사람은 누구나 회원님으로 로그인할 수 있으니 전달하지 마세요.',
    ],
  }),
  emailChange: ({ minutes }) => ({
    subject: '새 이메일 주소 확인',
    before: ['이 주소를 계정에 사용하도록 요청하셨습니다.'],
    button: '주소 확인',
    after: [
      `링크는 로그인한 브라우저에서 한 번만, ${minutes}분 동안 사용할 수 있습니다.`,
      '요청하지 않으셨다면 아무것도 하지 않으셔도 됩니다. 바뀌는 것은 없습니다.',
    ],
  }),
  emailChanged: () => ({
    subject: '이메일 주소가 변경되었습니다',
    before: ['계정의 이메일 주소가 변경되었습니다. 계정에 관한 메일은 더 이상 여기로 오지 않습니다.'],
    button: '계정 열기',
    after: [
      '본인이 아니라면 바로 비밀번호를 바꾸고 다른 모든 곳에서 로그아웃하세요. 계정에 들어갈 수 없다면 Verso를 운영하는 사람에게 문의하세요.',
    ],
  }),
  invitation: ({ organization, inviter, days }) => ({
    subject: `${organization} 초대`,
    before: [`${inviter} 님이 ${organization}에 초대했습니다.`],
    button: '초대 수락하기',
    after: [`이 링크는 한 번만, ${days}일 동안 사용할 수 있으며 본인만 사용해야 합니다.`],
  }),
  invitationOfAccount: ({ organization, inviter }) => ({
    subject: `${organization} 초대`,
    before: [
      `${inviter} 님이 ${organization}에 초대했습니다.`,
      '이미 계정이 있습니다. 로그인한 뒤 수락하거나 거절하세요.',
    ],
    button: '초대 보기',
    after: ['모르는 조직이라면 거절하거나 무시하셔도 됩니다.'],
  }),
  joinWithLink: ({ organization, days }) => ({
    subject: `${organization} 참여`,
    before: [`이 링크를 열어 계정을 만들고 ${organization}에 참여하세요.`],
    button: '계정 만들기',
    after: [
      `이 링크는 한 번만, ${days}일 동안 사용할 수 있습니다.`,
      '요청하지 않으셨다면 아무것도 하지 않으셔도 됩니다.',
    ],
  }),
}
