export {
  enrolOperator,
  type Enrolment,
  type EnrolmentRefusal,
  maxPasswordLength,
  minPasswordLength,
  showEnrolment,
} from './enrol.ts';
export { operatorsCommand } from './operators-command.ts';
export {
  deleteOperatorSessions,
  operatorOf,
  type OperatorsDeps,
  type SignedInOperator,
  signInOperator,
  signOutOperator,
} from './sign-in.ts';
