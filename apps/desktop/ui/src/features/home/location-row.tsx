import { formatText } from '@comet/texts';
import { homeTexts } from '@comet/texts/desktop';
import { choiceNames, exitTexts, transportName } from '@comet/texts/tunnel';
import { LinkAction, AddressText } from '@comet/ui';
import { isAnyCity, type GatewayLocation, type Snapshot } from '@comet/tunnel-protocol';
import { ConnectionDetailsPart } from './connection-details.tsx';
import { secondsUntil } from './home-view.ts';
import { useMemo } from 'react';
import { CenteredMap } from '../maps/index.ts';

interface LocationRowProps {
  readonly snapshot: Snapshot;
  readonly now: number;
  /** Sentences about the protocol, and about traffic outside the tunnel. */
  readonly remarks: readonly string[];
  readonly onChange: () => void;
}

/** The current or next exit location and the protocol; with a map while connected. */
export function LocationRow({ snapshot, now, remarks, onChange }: LocationRowProps) {
  const { tunnel, seen = null } = snapshot;
  const place = locationOf(snapshot);
  const lines = details(snapshot, now).join(', ');
  const change = (
    <span className="shrink-0">
      <LinkAction onClick={onChange}>{homeTexts.change}</LinkAction>
    </span>
  );
  if (tunnel.state === 'connected')
    return (
      <div className="mb-4 overflow-hidden rounded-control border border-line bg-raised">
        <PlaceMap place={tunnel.place} address={seen?.ipv4 ?? seen?.ipv6 ?? null} />
        <div className="px-4 py-3 text-small text-quiet">
          <span className="float-right -mt-0.5 ml-4 text-body">{change}</span>
          {[lines, ...remarks]
            .filter((text) => text !== '')
            .map((text) => (
              <p key={text} className="m-0">
                {text}
              </p>
            ))}
          <div className="clear-both" />
          <ConnectionDetailsPart />
        </div>
      </div>
    );
  return (
    <div className="border-t border-line pt-3.5 pb-1">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1 pb-3">
        <div className="flex min-w-0 grow basis-28 flex-col">
          <span className="font-semibold wrap-anywhere">
            {place === null ? homeTexts.nearest : locationName(place)}
          </span>
          <span className="text-small text-quiet">{lines}</span>
        </div>
        {change}
      </div>
      {remarks.map((text) => (
        <p key={text} className="m-0 pb-3 text-small wrap-anywhere text-quiet">
          {text}
        </p>
      ))}
    </div>
  );
}

function locationOf({ tunnel, next }: Snapshot): GatewayLocation | null {
  if (tunnel.state === 'connected') return tunnel.place;
  if (tunnel.state === 'connecting' && tunnel.place !== null) return tunnel.place;
  return next?.place ?? null;
}

/** Returns the city with its country. */
function locationName({ city, countryName }: GatewayLocation): string {
  return formatText(homeTexts.inPlace, { city, country: countryName });
}

function details({ tunnel, next, exit, settings }: Snapshot, now: number): readonly string[] {
  if (tunnel.state === 'connected') {
    const { link } = tunnel;
    const way = transportName(link);
    const gigabytes = gigabytesOf(exit);
    return [
      ...(!exit ? [] : [homeTexts.types[exit.type]]),
      // A fallback from a better protocol is shown below, with the reason.
      ...(tunnel.fallbackFrom === undefined ? [way] : []),
      ...(gigabytes === null ? [] : [formatText(homeTexts.dataLeft, { amount: gigabytes })]),
      ...(isAnyCity(tunnel.place.location) ? [exitTexts.anyCity] : []),
      ...(tunnel.via === undefined ? [] : [formatText(homeTexts.via, { place: tunnel.via.city })]),
      ...(tunnel.standsInFor === null ? [] : [formatText(homeTexts.standsIn, { place: tunnel.standsInFor })]),
    ];
  }
  if (tunnel.state === 'connecting' && tunnel.way !== null) return [transportName(tunnel.way)];
  if (tunnel.state === 'error') {
    const seconds = secondsUntil(tunnel.retryAt, now);
    if (seconds !== null) return [formatText(homeTexts.retryIn, { seconds })];
  }
  const { protocol, variant } = settings;
  const chosen = variant !== 'automatic' ? variant : protocol;
  return [
    ...(chosen === 'automatic' ? [] : [choiceNames[chosen]]),
    ...(!next || next.milliseconds === null ? [] : [`${next.milliseconds} ms`]),
  ];
}

/** The remaining data in GB that an exit uses; null for an exit without metering. */
function gigabytesOf(exit: Snapshot['exit']): string | null {
  if (!exit || exit.dataLeftBytes === null) return null;
  return (exit.dataLeftBytes / 1e9).toFixed(1);
}

interface PlaceMapProps {
  readonly place: GatewayLocation;
  /** The address that websites see; null while it is unknown. */
  readonly address: string | null;
}

/** Where the connection appears to come from: the exit's country on a map, its city and its IP address. */
function PlaceMap({ place: { country, countryName, city }, address }: PlaceMapProps) {
  const title = formatText(homeTexts.inPlace, { city, country: countryName });
  const lit = useMemo(() => [{ key: country, title, strong: true }], [country, title]);
  return (
    <div className="relative flex min-h-24 flex-col border-b border-line bg-warm wide:min-h-40">
      <CenteredMap
        label={formatText(homeTexts.map, { country: countryName })}
        lit={lit}
        center={country}
        halo="safe"
        minWidth="36rem"
        className="absolute inset-0 [--at:75cqw]"
      />
      <div className="relative flex w-fit max-w-full grow flex-col justify-end bg-linear-to-r from-warm from-65% to-transparent py-3 pr-14 pl-4 max-[15rem]:pr-4">
        <span className="text-small text-quiet">{homeTexts.appearHere}</span>
        <span className="font-semibold wrap-anywhere">{title}</span>
        {address !== null && (
          <span className="font-mono text-small wrap-anywhere select-text">
            <span className="sr-only">{homeTexts.exitIp} </span>
            <AddressText>{address}</AddressText>
          </span>
        )}
      </div>
    </div>
  );
}
