import { downloadTexts, wireguardFileTexts as texts } from '@comet/texts';
import type { Location } from '../../locations/index.ts';

/**
 * The reason why a location has no config; null if it has one. Residential exits are chosen for each
 * connection, which only our app supports.
 */
export function unavailableReason({ type, protocols }: Location): string | null {
  if (type === 'native_residential' || type === 'residential') return downloadTexts.onlyInApp;
  return protocols.includes('wireguard') ? null : texts.notHere;
}
