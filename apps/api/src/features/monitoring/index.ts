export { exportCertificates } from './certificates.ts';
export { exportFigures } from './export-figures.ts';
