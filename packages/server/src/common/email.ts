/** What Verso accepts as an e-mail address: something before and after one `@`, without characters that mail headers use. */
export const emailPattern = /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\"]{1,190}$/
