export {
  authenticateMachine,
  type AuthenticationDeps,
  type CountAlert,
  credentialAlerts,
} from './authenticate-machine.ts';
export { enrolmentCredential } from './enrolment-credential.ts';
export { credentialKeysOf, credentialLifeMs, deleteProofs, offerCredential } from './credentials.store.ts';
