export { enrol, type PendingEnrolment, pendingEnrolmentFile } from './enrol.ts';
export { keepCertificate, type Identity, identityFile } from './renew-certificate.ts';
