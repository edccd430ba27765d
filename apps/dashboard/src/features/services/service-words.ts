import { formatDay, formatNumber, say, servicesTexts } from '@comet/texts';
import type { Service } from './bought.ts';

const gigabyte = 1_000_000_000;

/** Bytes as people see them: gigabytes of 10^9 bytes, two decimals at most. What is left is never rounded up. */
export function gigabytesInWords(bytes: number): string {
  return formatNumber(Math.floor((bytes / gigabyte) * 100) / 100);
}

/** What a service's state means for its owner. */
export function serviceState({ state, activeUntil }: Pick<Service, 'state' | 'activeUntil'>): string {
  const date = activeUntil === null ? '' : formatDay(activeUntil);
  switch (state) {
    case 'provisioning':
      return servicesTexts.provisioning;
    case 'active':
      return say(servicesTexts.activeUntil, { date });
    case 'expired':
      return say(servicesTexts.expiredOn, { date });
    case 'refunded':
      return servicesTexts.refunded;
  }
}
