import { countryName, daysLeft, dedicatedTexts as texts, formatText } from '@comet/texts';
import type { Prices } from '../services/index.ts';
import type { ExportedAddress } from './export-addresses.ts';

/** A dedicated IP as the API returns it. */
export interface DedicatedIp {
  readonly id: string;
  readonly type: 'dedicated' | 'dedicated_residential';
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string;
  readonly state: 'provisioning' | 'active' | 'expired' | 'refunded';
  readonly address: string | null;
  readonly activeUntil: string | null;
  readonly location: { readonly code: string; readonly country: string; readonly city: string } | null;
  readonly proxy: AddressProxy | null;
  /** Whether its gateway is online. */
  readonly online: boolean;
  /** Stopped by an operator: it routes no traffic. */
  readonly stopped: boolean;
  readonly note: string;
  /** Whether it can be replaced by another one now. */
  readonly canSwap: boolean;
}

/** The address as a proxy. */
export interface AddressProxy {
  readonly host: string;
  readonly httpPort: number;
  readonly socksPort: number;
  readonly username: string;
  readonly password: string;
}

/** Days before its end from which a warning is shown. */
const endsSoonDays = 7;

/** `Tokyo, Japan`, or only the country. */
export function locationText({ country, location }: Pick<DedicatedIp, 'country' | 'location'>): string {
  const name = countryName(country);
  return location === null ? name : formatText(texts.inCity, { city: location.city, country: name });
}

/** The remaining days of an active address, if they are few; otherwise null. */
export function endsSoon(
  { state, activeUntil }: Pick<DedicatedIp, 'state' | 'activeUntil'>,
  now: Date,
): number | null {
  if (state !== 'active' || activeUntil === null) return null;
  const days = daysLeft(activeUntil, now);
  return days <= endsSoonDays ? days : null;
}

/** Time in ms for which an ended address is reserved for its last owner (decision 31). */
const restMs = 30 * 24 * 3600 * 1000;

/** Prices of dedicated IPs; a type without a price is not on sale. */
export type AddressPrices = readonly Pick<Prices['dedicatedIps'][number], 'type'>[];

/** Whether addresses of the type can be bought and extended. */
export const isOnSale = (prices: AddressPrices, type: DedicatedIp['type']): boolean =>
  prices.some((price) => price.type === type);

/**
 * Whether the address can be extended: its type is on sale, and it is active or, after its end, still reserved
 * for its last owner.
 */
export function canExtend(
  { type, state, activeUntil }: Pick<DedicatedIp, 'type' | 'state' | 'activeUntil'>,
  prices: AddressPrices,
  now: Date,
): boolean {
  if (!isOnSale(prices, type)) return false;
  if (state !== 'expired' || activeUntil === null) return state === 'active';
  return new Date(activeUntil).getTime() + restMs > now.getTime();
}

/** Returns the addresses that can be exported: active ones that are in service as proxies. */
export function exportable(addresses: readonly DedicatedIp[]): readonly ExportedAddress[] {
  return addresses.flatMap(({ state, address, proxy, activeUntil, type, country, location, note }) =>
    state === 'active' && address !== null && proxy !== null && activeUntil !== null
      ? [{ address, type, country, city: location?.city ?? null, ...proxy, activeUntil, note }]
      : [],
  );
}
