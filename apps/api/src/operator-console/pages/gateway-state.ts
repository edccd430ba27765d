import { countryName, fleetTexts as texts, formatText } from '@comet/texts/operator-console';
import { isGatewayDown, isOnline } from '../../features/gateways/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Html } from '../html.ts';
import { state } from '../page.ts';
import type { OpenWork } from './bounded-count.ts';

/** A gateway in service with its place. */
interface PlacedGateway {
  readonly id: string;
  readonly locationCode: string;
  readonly city: string;
  readonly countryName: string;
  readonly ipv4: string;
  readonly lastHeardAt: Date | null;
  readonly feedFault: string | null;
  readonly drainingSince: Date | null;
  readonly createdAt: Date;
}

/** `Amsterdam, Netherlands`; a city state has one name. */
export const placeName = ({ city, countryName }: Pick<PlacedGateway, 'city' | 'countryName'>): string =>
  city === countryName ? city : formatText(texts.place, { city, country: countryName });

/** The place of an exit, which has its country as a code. */
export const inCountry = (exit: { readonly cityName: string; readonly country: string }) => ({
  city: exit.cityName,
  countryName: countryName(exit.country),
});

/** Returns every gateway in service, by place. */
export function placedGateways(db: Database) {
  return db
    .selectFrom('gateways')
    .innerJoin('locations', 'locations.code', 'gateways.locationCode')
    .select(['id', 'locationCode', 'city', 'countryName', 'ipv4', 'version', 'peers', 'loadPercent'])
    .select(['lastHeardAt', 'feedFault', 'drainingSince', 'createdAt'])
    .select((gateway) => gateway('credentialKey', 'is not', null).as('isBound'))
    .where('retiredAt', 'is', null)
    .orderBy('countryName')
    .orderBy('city')
    .orderBy('createdAt')
    .execute();
}

type Service = Pick<PlacedGateway, 'lastHeardAt' | 'feedFault' | 'drainingSince'>;

/** Whether it does not report, also during maintenance. */
export const isAway = ({ lastHeardAt }: Pick<Service, 'lastHeardAt'>, now: Date): boolean =>
  !isOnline(lastHeardAt, now);

/** Returns the label of a gateway's state; a feed fault is shown first, then that it never reported, then draining. */
export function gatewayState(gateway: Service, now: Date): Html {
  const { lastHeardAt, feedFault } = gateway;
  if (feedFault !== null) return state('bad', formatText(texts.failing, { fault: feedFault }));
  if (lastHeardAt === null) return state('warn', texts.fresh);
  if (gateway.drainingSince !== null)
    return state('warn', isAway(gateway, now) ? texts.drainingAway : texts.draining);
  return isGatewayDown(gateway, now) ? state('bad', texts.away) : state('good', texts.online);
}

/** Returns the gateways that are down, except those that are draining. A gateway that has never reported is down since it enrolled. */
export function gatewaysDown<G extends PlacedGateway>(gateways: readonly G[], now: Date): OpenWork<G> {
  const down = gateways.filter((gateway) => isGatewayDown(gateway, now));
  const since = down.map((gateway) => downSince(gateway)?.getTime() ?? Infinity);
  const oldest = Math.min(...since);
  return {
    count: down.length,
    time: Number.isFinite(oldest) ? new Date(oldest) : null,
    first: down.slice(0, 3),
  };
}

/** The last report; null while a gateway rejects its feed, which clears the time of the last report. */
export function downSince({ lastHeardAt, feedFault, createdAt }: PlacedGateway): Date | null {
  return lastHeardAt ?? (feedFault === null ? createdAt : null);
}
