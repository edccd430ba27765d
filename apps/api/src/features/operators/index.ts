export {
  enrolOperator,
  type Enrolment,
  type EnrolmentRefusal,
  maxPasswordLength,
  minPasswordLength,
  showEnrolment,
} from './enrol.ts';
export { beginOperatorPasskeySignIn, signInOperatorByPasskey } from './passkey-sign-in.ts';
export {
  addOperatorPasskey,
  beginOperatorPasskey,
  type PasskeyRefusal,
  removeOperatorPasskey,
} from './passkeys.ts';
export { operatorPasskeysOf } from './passkeys.store.ts';
export { operatorsCommand } from './operators-command.ts';
export { commandRoles, pageRoles, rolesForCommand, rolesForPage } from './permissions.ts';
export { recordRefusal, requireRole } from './require-role.ts';
export {
  deleteOperatorSessions,
  type SignInOutcome,
  operatorOf,
  type OperatorsDeps,
  type SignedInOperator,
  signInOperator,
  signOutOperator,
} from './sign-in.ts';
