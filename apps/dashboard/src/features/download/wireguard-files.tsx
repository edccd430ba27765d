import { wireguardFileTexts as texts } from '@comet/texts';
import { Subhead } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { wireguardConfigsQuery } from './downloads.ts';
import { WireguardFileRow } from './wireguard-file-row.tsx';

/** The files that were made, each with its end in reach. */
export function WireguardFiles({ open }: { readonly open: boolean }) {
  const { configs } = useSuspenseQuery(wireguardConfigsQuery).data;
  // Who can make none has nothing to hear of none.
  if (!open && configs.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <Subhead>{texts.list}</Subhead>
      {configs.length === 0 ? (
        <p className="m-0 text-quiet">{texts.none}</p>
      ) : (
        <ul className="m-0 list-none border-t border-line p-0">
          {configs.map((config) => (
            <WireguardFileRow key={config.id} config={config} />
          ))}
        </ul>
      )}
    </section>
  );
}
