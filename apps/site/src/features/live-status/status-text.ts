import { plural, formatText, statusTexts as texts } from '@comet/texts/site';
import type { City, ComponentStatus } from './status.ts';

/** `4 of 11 locations are available now. 6 have no servers yet.` A degraded location is available. */
export function locationsUp(cities: readonly Pick<City, 'state'>[]): string {
  const { up, inService, withoutServers } = countLocations(cities);
  if (inService === 0)
    return formatText(plural(withoutServers, texts.noServersYet), { count: withoutServers });
  const states = formatText(plural(cities.length, texts.locationsUp), { up, count: cities.length });
  if (withoutServers === 0) return states;
  return `${states} ${formatText(plural(withoutServers, texts.withoutServers), { count: withoutServers })}`;
}

/** Locations with a server in service, those of them that are up, and those without. */
export function countLocations(cities: readonly Pick<City, 'state'>[]) {
  const count = (...states: readonly City['state'][]): number =>
    cities.filter(({ state }) => states.includes(state)).length;
  const withoutServers = count('none');
  return { up: count('working', 'degraded'), inService: cities.length - withoutServers, withoutServers };
}

/** The overall state: that of the worst part. A part without servers is better than one that is down. */
export function worstOf(parts: readonly Pick<ComponentStatus, 'state'>[]): ComponentStatus['state'] {
  const order = ['down', 'degraded', 'none'] as const;
  return order.find((worst) => parts.some(({ state }) => state === worst)) ?? 'working';
}

/** Additional text of a component besides its state. */
export function detailOf({ name, state, working, all, countries }: ComponentStatus): string {
  const { details } = texts;
  if (name === 'gateways')
    return all === 0 ? details.noGateways : formatText(details.gateways, { working, all });
  if (name === 'residential') {
    if (state === 'none') return details.noResidential;
    if (working === 0) return details.residentialDown;
    return formatText(details.residential, {
      exits: formatText(plural(working, details.exits), { count: working }),
      countries: formatText(plural(countries, details.countries), { count: countries }),
    });
  }
  return details.accounts;
}

/** `1 of 2 servers` */
export function serversOf({ working, all }: Pick<City, 'working' | 'all'>): string {
  return all === 0 ? texts.servers.none : formatText(plural(all, texts.servers), { working, count: all });
}
