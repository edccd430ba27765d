import type { ExitUse } from '@comet/admission';
import { quietestOf } from '../gateways/index.ts';

/** Exits up to which a gateway is sought out for the company. */
const goodCompany = 100;

interface Placed {
  readonly country: string;
  readonly city: string;
  readonly use: ExitUse;
}

/**
 * The gateway that an exit is to serve: its own while that is online, else one with exits of the same place, which can stand in for one
 * another at once; else one with exits at all, for a customer's proxy is at one gateway; else the quietest.
 */
export function chooseGateway<
  G extends { readonly id: string; readonly online: boolean; readonly loadPercent: number | null },
>(
  exit: Placed & { readonly id: string; readonly gatewayId: string | null },
  gateways: readonly G[],
  live: readonly (Placed & { readonly id: string; readonly gatewayId: string })[],
): G | null {
  const own = gateways.find(({ id, online }) => id === exit.gatewayId && online);
  if (own !== undefined) return own;
  const others = live.filter(({ id }) => id !== exit.id);
  const near = others.filter(
    ({ country, city, use }) => country === exit.country && city === exit.city && use === exit.use,
  );
  const withSome = (company: typeof others) =>
    gateways.filter(({ id }) => {
      const all = others.filter(({ gatewayId }) => gatewayId === id).length;
      return all < goodCompany && company.some(({ gatewayId }) => gatewayId === id);
    });
  return quietestOf(withSome(near)) ?? quietestOf(withSome(others)) ?? quietestOf(gateways);
}
