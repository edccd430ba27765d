export { noticeSignIn } from './notice-sign-in.ts';
export { summariseSignIns } from './summarise-sign-ins.ts';
