import { join } from 'node:path';

/** Path of the program that sends the traffic of an unprotected machine; it needs only Node. */
export const trafficProgram = join(import.meta.dirname, 'traffic.ts');
