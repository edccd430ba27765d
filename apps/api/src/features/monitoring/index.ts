export { exportCertificates } from './certificates.ts';
export { registerMetrics } from './register-metrics.ts';
