import { dedicatedTexts as texts, formatMoney, formatText, servicesTexts } from '@comet/texts';
import { buttonClasses, EmptyState, Headline, LinkAction, Subhead, linkActionClasses } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { StoppedBanner } from '../balance/index.ts';
import { PlanRequired } from '../plan-required/index.ts';
import { residentialDataQuery } from '../residential-data/index.ts';
import {
  lowestMonthlyPrice,
  type Prices,
  pricesQuery,
  servicesQuery,
  serviceState,
} from '../services/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { hasPlan, subscriptionQuery } from '../subscription/index.ts';
import { StockList } from './stock-list.tsx';
import { exportable, isOnSale, type DedicatedIp, locationText } from './dedicated-ip.ts';
import { downloadFile } from '../../platform/screen/download-file.ts';
import {
  exportFormats,
  type ExportedAddress,
  type ExportFormat,
  exportOf,
  mediaTypes,
} from './export-addresses.ts';

/** The account's dedicated IPs. */
export default function DedicatedScreen() {
  useDocumentTitle(texts.screen);
  const [{ data: addresses }, { data: account }, { data: prices }, { data: subscription }] =
    useSuspenseQueries({
      queries: [servicesQuery, residentialDataQuery, pricesQuery, subscriptionQuery],
    });
  // An account whose services an operator has stopped cannot buy addresses.
  const isStopped = account.stopped;
  const count = addresses.filter(({ state }) => state === 'active' || state === 'provisioning').length;
  const some = count === 1 ? texts.one : formatText(texts.some, { count });
  const none = addresses.length === 0 ? texts.none : texts.noneNow;
  const exported = exportable(addresses);
  const order = !isStopped && prices.stock.length > 0 && hasPlan(subscription) && (
    <Link to="/dash/dedicated/payment" className={buttonClasses('primary')}>
      {texts.order}
    </Link>
  );
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-8">
        {prices.dedicatedIps.length > 0 && (
          <PlanRequired product="dedicated" order="/dash/dedicated/payment" />
        )}
        <Headline explanation={addresses.length === 0 ? undefined : texts.explanation}>
          {count === 0 ? none : some}
        </Headline>
        {isStopped && <StoppedBanner />}
        {addresses.length === 0 ? (
          <EmptyState picture={<AddressPicture />} action={order}>
            {emptyText(prices)}
          </EmptyState>
        ) : (
          <ul className="m-0 list-none border-t border-line p-0">
            {addresses.map((address) => (
              <AddressRow
                key={address.id}
                address={address}
                isOnSale={isOnSale(prices.dedicatedIps, address.type)}
              />
            ))}
          </ul>
        )}
        {addresses.length > 0 && order !== false && <div className="self-start">{order}</div>}
      </div>
      {!isStopped && <StockList prices={prices} />}
      {exported.length > 0 && <ExportActions addresses={exported} />}
    </div>
  );
}

/** What a dedicated IP is, and its price while it is on sale. */
function emptyText({ dedicatedIps }: Prices): string {
  const price = lowestMonthlyPrice(dedicatedIps);
  return price === null
    ? texts.emptyNotOnSale
    : formatText(texts.emptyExplanation, { price: formatMoney(price) });
}

/** Exports all addresses as a file, which is created in the browser. */
function ExportActions({ addresses }: { readonly addresses: readonly ExportedAddress[] }) {
  const save = (format: ExportFormat) =>
    downloadFile(new TextEncoder().encode(exportOf(format, addresses)), {
      name: `${texts.fileName}.${format}`,
      mediaType: mediaTypes[format],
    });
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.export}</Subhead>
        <p className="m-0 text-quiet">{texts.exportExplanation}</p>
      </div>
      <div className="flex gap-6">
        {exportFormats.map((format) => (
          <LinkAction
            key={format}
            aria-label={formatText(texts.exportAs, { format: format.toUpperCase() })}
            onClick={() => save(format)}
          >
            {format.toUpperCase()}
          </LinkAction>
        ))}
      </div>
    </section>
  );
}

interface AddressRowProps {
  readonly address: DedicatedIp;
  /** Whether its type can be extended now. */
  readonly isOnSale: boolean;
}

/** One address of the list: type, end, and its owner's note. */
function AddressRow({ address: own, isOnSale: isExtendable }: AddressRowProps) {
  const { id, address, type, note, state } = own;
  const name = address ?? locationText(own);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="flex min-w-0 flex-col">
        {address === null ? <span>{name}</span> : <span className="font-mono">{name}</span>}
        <span className="text-small text-quiet">
          {[
            ...(address === null ? [] : [locationText(own)]),
            servicesTexts.types[type],
            serviceState(own),
          ].join(' · ')}
        </span>
        {note !== '' && <span className="text-small wrap-anywhere">{note}</span>}
      </div>
      <div className="flex gap-6">
        {state === 'active' && isExtendable && (
          <Link
            to="/dash/dedicated/extend/$id"
            params={{ id }}
            aria-label={formatText(texts.extendOf, { address: name })}
            className={linkActionClasses}
          >
            {texts.extend}
          </Link>
        )}
        <Link
          to="/dash/dedicated/$id"
          params={{ id }}
          aria-label={formatText(texts.detailsOf, { address: name })}
          className={linkActionClasses}
        >
          {texts.details}
        </Link>
      </div>
    </li>
  );
}

/** A drawing of a map pin and a trail that leads to it. */
function AddressPicture() {
  return (
    <svg viewBox="0 0 192 88" fill="none">
      <ellipse cx="138" cy="76" rx="34" ry="6" className="fill-warm stroke-edge" strokeWidth="1.5" />
      <path
        d="M138 74c-14-14-22-24-22-36a22 22 0 0 1 44 0c0 12-8 22-22 36z"
        className="fill-warm stroke-edge"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path
        d="M18 70C40 40 78 24 130 37"
        className="stroke-trail"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 6"
      />
      <circle cx="18" cy="70" r="3" className="fill-trail" />
      <circle cx="138" cy="38" r="6.5" className="fill-comet" />
    </svg>
  );
}
