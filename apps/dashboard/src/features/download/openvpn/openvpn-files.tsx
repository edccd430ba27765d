import { downloadTexts, errorText, openvpnFileTexts as texts, plural, formatText } from '@comet/texts';
import { Button, RadioPills, Subhead, useNotify } from '@comet/ui';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../../platform/data/api.ts';
import {
  type Location,
  LocationChoice,
  locationsQuery,
  useRequiredLocations,
  useSuggestedLocation,
  type Variant,
} from '../../locations/index.ts';
import { detectPlatform } from '../detect-platform.ts';
import { downloadText, downloadZip } from '../download-files.ts';
import type { TextFile } from '../wireguard/wireguard-file.ts';
import { certificatesOf, type OpenvpnClientConfig, writeOpenvpnClientConfig } from '@comet/tunnel-config';
import type { OpenvpnProfile } from '../downloads.ts';
import { helperOf } from './openvpn-helper.ts';

const variants = Object.keys(texts.variants) as Variant[];
const pills = variants.map((value) => ({ value, label: texts.variants[value].name }));

const systems = (['linux', 'other'] as const).map((value) => ({ value, label: texts.systems[value].name }));

interface OpenvpnFilesProps {
  /** Called with the name of the first configuration of a download. */
  readonly onSaved: (name: string) => void;
}

/**
 * The choice of a variant and of locations. The files are created in the browser from the gateways'
 * connection data.
 */
export function OpenvpnFiles({ onSaved }: OpenvpnFilesProps) {
  const { data: locations } = useSuspenseQuery(locationsQuery);
  const notify = useNotify();
  const [variant, setVariant] = useState<Variant>('udp');
  const [system, setSystem] = useState<System>(() =>
    detectPlatform(navigator.userAgent) === 'linux' ? 'linux' : 'other',
  );
  const suggested = useSuggestedLocation(({ variants: offered }) => offered.includes(variant));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(suggested === null ? [] : [suggested]),
  );
  const [current, setCurrent] = useState(0);
  const offers = ({ variants: offered }: Location) => offered.includes(variant);
  const wanted = locations.filter((one) => chosen.has(one.code) && one.online && offers(one));
  const count = wanted.length;
  const { name, about } = texts.variants[variant];
  const save = useMutation({
    mutationFn: async () => {
      const files: TextFile[] = [];
      for (const [index, { code: location }] of wanted.entries()) {
        setCurrent(index + 1);
        const profile = await call(api.chooseOpenvpnProfile, { query: { location, variant } });
        files.push(...openvpnFiles(profile, location, variant, system));
      }
      return files;
    },
    onSuccess: async (files) => {
      const [only] = files;
      const zipName = formatText(texts.zipName, { variant });
      if (only !== undefined && files.length === 1) downloadText(only);
      else await downloadZip(zipName, files);
      if (only !== undefined) onSaved(only.name);
      notify(formatText(texts.saved, { name: files.length === 1 ? (only?.name ?? '') : zipName }), {
        id: 'openvpn',
      });
    },
    onError: (error) => notify(errorText(error).text, { id: 'openvpn', tone: 'danger' }),
  });
  const required = useRequiredLocations(count);
  const press = () => {
    if (required.check()) save.mutate();
  };
  return (
    <section className="flex flex-col gap-5">
      <Subhead>{texts.files}</Subhead>
      <RadioPills legend={texts.variant} name="variant" pills={pills} value={variant} onChange={setVariant} />
      <p className="m-0 max-w-[36rem] text-quiet" aria-live="polite">
        {about}
      </p>
      <RadioPills legend={texts.system} name="system" pills={systems} value={system} onChange={setSystem} />
      <p className="m-0 max-w-[36rem] text-quiet" aria-live="polite">
        {texts.systems[system].about}
      </p>
      <LocationChoice
        legend={downloadTexts.locations}
        chosen={chosen}
        onChange={setChosen}
        none={formatText(texts.noneHere, { variant: name })}
        lacks={(location) => {
          if (!location.protocols.includes('openvpn')) return texts.noOpenvpnHere;
          return offers(location) ? null : formatText(texts.notHere, { variant: name });
        }}
        {...required.field}
      />
      <div>
        <Button busy={save.isPending} onClick={press}>
          {save.isPending && count > 1
            ? formatText(texts.saving, { current, count })
            : formatText(plural(Math.max(1, count), texts.save), { count })}
        </Button>
      </div>
    </section>
  );
}

type Offer = OpenvpnProfile['offers'][number];

/** The system that uses a file. Only Linux needs options to apply the DNS servers that the gateway pushes. */
type System = 'linux' | 'other';

/**
 * The files for one location and variant: the file for stock `openvpn`, and for an obfuscated variant those
 * of the obfuscation program. None of them contains credentials. Throws on a value from the API that is
 * invalid in such a file, or on an unknown variant.
 */
export function openvpnFiles(
  profile: OpenvpnProfile,
  location: string,
  variant: Variant,
  system: System,
): readonly TextFile[] {
  const offer = profile.offers.find((one) => one.variant === variant);
  if (offer === undefined) throw new Error(`The API gave no offer of ${variant}`);
  const name = openvpnBaseName(location, variant);
  const helper = helperOf(profile, offer, name);
  const written = writeOpenvpnClientConfig({
    remote: remoteOf(profile, offer),
    serverName: profile.serverName,
    certificateAuthorities: certificatesOf(profile.ca) ?? [],
    tlsCryptV2ClientKey: profile.tlsCryptV2ClientKey,
    ...helper?.connection,
    ...(system === 'linux' ? { dnsHook: 'resolvconf' } : {}),
  });
  if (!written.ok) throw new Error(`The API gave a wrong ${written.error.field}`);
  return [{ name: openvpnFileName(location, variant), text: written.value }, ...(helper?.files ?? [])];
}

function openvpnBaseName(location: string, variant: Variant): string {
  return `comet-${location}-${variant}`;
}

/** The file name of a configuration: `comet-nl-ams-udp.ovpn`. */
export function openvpnFileName(location: string, variant: Variant): string {
  return `${openvpnBaseName(location, variant)}.ovpn`;
}

function remoteOf({ ipv4 }: OpenvpnProfile, { variant, port }: Offer): OpenvpnClientConfig['remote'] {
  return { address: ipv4, port, transport: variant === 'udp' ? 'udp' : 'tcp' };
}
