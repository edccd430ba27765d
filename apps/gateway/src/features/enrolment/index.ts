export { enrol } from './enrol.ts';
export { keepCertificate, type Identity, identityFile } from './renew-certificate.ts';
