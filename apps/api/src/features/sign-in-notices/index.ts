export { summariseSignIns, noticeSignIn, postHeldSignIns } from './summarise-sign-ins.ts';
