export { noticeSignIn, postHeldSignIns } from './notice-sign-in.ts';
export { summariseSignIns } from './summarise-sign-ins.ts';
