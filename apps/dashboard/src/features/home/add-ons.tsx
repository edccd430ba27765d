import { glanceTexts as texts, formatText, countryName } from '@comet/texts';
import { Card, linkActionClasses, Subhead } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { dataUsageQuery, residentialDataQuery } from '../residential-data/index.ts';
import { FailedPart } from '../shell/index.ts';
import { formatGigabytes, pricesQuery, serviceState, servicesQuery } from '../services/index.ts';
import { everyDay, UsageChart } from '../usage/index.ts';

const maxServices = 3;

/** Summary of dedicated IPs. Each part is shown when its read completes. */
function AddressSummary() {
  const servicesRead = useQuery(servicesQuery);
  const { data: services } = servicesRead;
  const { data: account } = useQuery(residentialDataQuery);
  const { data: prices } = useQuery(pricesQuery);
  const kept = services?.filter(({ state }) => state === 'active' || state === 'provisioning') ?? [];
  return (
    <section className="flex flex-col gap-4">
      <TitleRow title={texts.addresses}>
        {kept.length > maxServices ? (
          <Link to="/dash/dedicated/" className={linkActionClasses}>
            {formatText(texts.allAddresses, { count: kept.length })}
          </Link>
        ) : (
          account?.stopped === false &&
          prices !== undefined &&
          prices.dedicatedIps.length > 0 && (
            <Link to="/dash/dedicated/payment" className={linkActionClasses}>
              {texts.orderAddress}
            </Link>
          )
        )}
      </TitleRow>
      <FailedPart reads={[servicesRead]} />
      {kept.length > 0 && (
        <ul className="m-0 list-none border-t border-line p-0">
          {kept.slice(0, maxServices).map((service) => {
            const name = service.address ?? countryName(service.country);
            return (
              <li
                key={service.id}
                className="flex items-center justify-between gap-6 border-b border-line py-3.5"
              >
                <span className="flex min-w-0 flex-col">
                  <span className="font-mono text-small">{name}</span>
                  <span className="text-small text-quiet">
                    {service.address === null
                      ? serviceState(service)
                      : formatText(texts.addressOf, {
                          country: countryName(service.country),
                          state: serviceState(service),
                        })}
                  </span>
                </span>
                {service.state === 'active' &&
                  prices?.dedicatedIps.some(({ type }) => type === service.type) && (
                    <Link
                      to="/dash/dedicated/extend/$id"
                      params={{ id: service.id }}
                      aria-label={formatText(texts.extendOf, { address: name })}
                      className={linkActionClasses}
                    >
                      {texts.extend}
                    </Link>
                  )}
              </li>
            );
          })}
        </ul>
      )}
      {services !== undefined && kept.length === 0 && <p className="m-0 text-quiet">{texts.noAddress}</p>}
      {account?.stopped === true && <p className="m-0 text-danger">{texts.stopped}</p>}
    </section>
  );
}

/** The name of a part, with its action at the end of the line. */
function TitleRow({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <Subhead>{title}</Subhead>
      {children}
    </div>
  );
}

const days = 14;

/** Summary of residential data. Each part is shown when its read completes. */
function DataSummary() {
  const [now] = useState(() => new Date());
  const balanceRead = useQuery(residentialDataQuery);
  const usageRead = useQuery(dataUsageQuery(days));
  const { data } = balanceRead;
  const { data: usage } = usageRead;
  const { data: prices } = useQuery(pricesQuery);
  return (
    <section className="flex flex-col gap-4">
      <TitleRow title={texts.residentialData}>
        {data?.stopped !== true && prices !== undefined && prices.residentialData !== null && (
          <Link to="/dash/residential-vpn/payment" className={linkActionClasses}>
            {texts.buyData}
          </Link>
        )}
      </TitleRow>
      <FailedPart reads={[balanceRead, usageRead]} />
      {data !== undefined &&
        (data.fullBytes === 0 ? (
          <p className="m-0 text-quiet">{texts.noData}</p>
        ) : (
          <p className="m-0 flex flex-wrap items-baseline gap-x-3">
            <span className="font-heading text-headline font-semibold">
              {formatText(texts.gigabytes, { gigabytes: formatGigabytes(data.availableBytes) })}
            </span>
            <span className="text-quiet">
              {formatText(texts.leftOf, { gigabytes: formatGigabytes(data.fullBytes) })}
            </span>
          </p>
        ))}
      {usage !== undefined && usage.some(({ bytes }) => bytes > 0) && (
        <UsageChart days={everyDay(usage, days, now)} />
      )}
      {data?.stopped === true && <p className="m-0 text-danger">{texts.stopped}</p>}
    </section>
  );
}

interface AddOnsProps {
  /** Omits the summary while there is nothing to summarise. */
  readonly onlyIfBought?: boolean;
}

/** Purchases in addition to the plan. */
export default function AddOns({ onlyIfBought = false }: AddOnsProps) {
  const { data: services } = useQuery(servicesQuery);
  const { data } = useQuery(residentialDataQuery);
  const isBought = (services?.length ?? 0) > 0 || (data?.fullBytes ?? 0) > 0 || data?.stopped === true;
  if (onlyIfBought && !isBought) return null;
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card>
        <DataSummary />
      </Card>
      <Card>
        <AddressSummary />
      </Card>
    </div>
  );
}
