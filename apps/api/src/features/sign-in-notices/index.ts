export { summariseSignIns, recordSignInNotice, queueHeldSignIns } from './summarise-sign-ins.ts';
