import { formatDay, formatNumber, formatText, servicesTexts } from '@comet/texts';
import type { Service } from './services-queries.ts';

const hundredthOfGigabyte = 10_000_000;

const shownHundredths = (bytes: number): number => Math.floor(bytes / hundredthOfGigabyte);

/**
 * Formats bytes in gigabytes of 10^9 bytes with at most two decimals. Remaining amounts are never rounded up.
 */
export function formatGigabytes(bytes: number): string {
  return formatNumber(shownHundredths(bytes) / 100);
}

/** Used bytes, rounded so that the shown used and remaining amounts add up to the bought amount. */
export function formatUsedGigabytes({
  boughtBytes,
  availableBytes,
}: {
  readonly boughtBytes: number;
  readonly availableBytes: number;
}): string {
  return formatNumber((shownHundredths(boughtBytes) - shownHundredths(availableBytes)) / 100);
}

/** Describes a service's state to its owner. */
export function serviceState({
  state,
  activeUntil,
  stopped,
}: Pick<Service, 'state' | 'activeUntil' | 'stopped'>): string {
  const date = activeUntil === null ? '' : formatDay(activeUntil);
  switch (state) {
    case 'provisioning':
      return servicesTexts.provisioning;
    case 'active':
      return formatText(stopped ? servicesTexts.stopped : servicesTexts.activeUntil, { date });
    case 'expired':
      return formatText(servicesTexts.expiredOn, { date });
    case 'refunded':
      return servicesTexts.refunded;
  }
}
