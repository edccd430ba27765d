/** Files and folders of tests that are named as evidence. */

export const leaks = 'e2e/src/leaks';
export const connection = 'e2e/src/connection';
export const payments = 'e2e/src/payments';
export const api = 'apps/api/test';
export const residential = 'e2e/src/residential/residential.spec.ts';
export const machineAccount = 'apps/daemon/src/tunnel/machine/machine-account.test.ts';
export const features = `${connection}/features.spec.ts`;
