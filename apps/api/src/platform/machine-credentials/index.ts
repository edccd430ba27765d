export {
  authenticateMachine,
  type AuthenticationDeps,
  type CountAlert,
  credentialAlerts,
} from './authenticate-machine.ts';
export { credentialLifeMs, forgetProofs, offerCredential } from './credentials.store.ts';
