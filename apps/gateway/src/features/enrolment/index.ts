export { enrol } from './enrol.ts';
export { type Identity, identityFile } from './identity.ts';
export { keepCertificate } from './renew-certificate.ts';
