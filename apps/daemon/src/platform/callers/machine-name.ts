import { hostname } from 'node:os';
import { currentPlatform } from './platform-of.ts';

/** The name of this machine in the account if the user gives none. */
export function machineName(): string {
  const name = hostname()
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, '')
    .slice(0, 60)
    .trim();
  return name === '' ? currentPlatform.title : name;
}
