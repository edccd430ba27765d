import { dedicatedTexts as texts, say, servicesTexts } from '@comet/texts';
import { linkActionClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { serviceState } from '../services/index.ts';
import { type OwnAddress, placeOf } from './own-address.ts';

/** One address of the list: what it is, until when, and what its owner wrote about it. */
export function AddressRow({ address: own }: { readonly address: OwnAddress }) {
  const { id, address, type, note, state } = own;
  const name = address ?? placeOf(own);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="flex min-w-0 flex-col">
        {address === null ? <span>{name}</span> : <span className="font-mono">{name}</span>}
        <span className="text-small text-quiet">
          {[...(address === null ? [] : [placeOf(own)]), servicesTexts.types[type], serviceState(own)].join(
            ' · ',
          )}
        </span>
        {note !== '' && <span className="text-small wrap-anywhere">{note}</span>}
      </div>
      <div className="flex gap-6">
        {state === 'active' && (
          <Link
            to="/dash/dedicated/extend/$id"
            params={{ id }}
            aria-label={say(texts.extendOf, { address: name })}
            className={linkActionClasses}
          >
            {texts.extend}
          </Link>
        )}
        <Link
          to="/dash/dedicated/$id"
          params={{ id }}
          aria-label={say(texts.detailsOf, { address: name })}
          className={linkActionClasses}
        >
          {texts.details}
        </Link>
      </div>
    </li>
  );
}
