import { createHash } from 'node:crypto';

/** Hash of account and device id together: the tables do not disclose that two accounts share a device. */
export const deviceHash = (userId: string, deviceId: string): Buffer =>
  createHash('sha256').update(`${userId} ${deviceId}`).digest();
