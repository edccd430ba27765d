import { formatText } from '@comet/texts';
import { homeTexts } from '@comet/texts/desktop';
import type { GatewayLocation } from '@comet/tunnel-protocol';
import { AddressText } from '@comet/ui';
import { useMemo } from 'react';
import { CenteredMap } from '../world/index.ts';

interface PlaceMapProps {
  readonly place: GatewayLocation;
  /** The address that websites see; null while it is unknown. */
  readonly address: string | null;
}

/** Where the connection appears to come from: the exit's country on a map, its city and its IP address. */
export function PlaceMap({ place: { country, countryName, city }, address }: PlaceMapProps) {
  const title = formatText(homeTexts.inPlace, { city, country: countryName });
  const lit = useMemo(() => [{ key: country, title, strong: true }], [country, title]);
  return (
    <div className="relative h-24 border-b border-line bg-warm wide:h-40">
      <CenteredMap
        label={formatText(homeTexts.map, { country: countryName })}
        lit={lit}
        center={country}
        halo="safe"
        minWidth="36rem"
        className="absolute inset-0 [--at:75cqw]"
      />
      <div className="relative flex h-full w-fit max-w-full flex-col justify-end bg-linear-to-r from-warm from-65% to-transparent py-3 pr-14 pl-4">
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
