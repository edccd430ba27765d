import { createHash } from 'node:crypto';

/** A device of an account. Account and device are hashed together: the tables do not tell that two accounts share a device. */
export const deviceHash = (userId: string, deviceId: string): Buffer =>
  createHash('sha256').update(`${userId} ${deviceId}`).digest();
