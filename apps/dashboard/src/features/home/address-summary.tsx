import { countryName, glanceTexts as texts, say } from '@comet/texts';
import { linkActionClasses, Subhead } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FailedPart } from '../shell/index.ts';
import { residentialDataQuery } from '../residential-data/index.ts';
import { serviceState, servicesQuery } from '../services/index.ts';

const most = 3;

/** Addresses of one's own at a glance. It waits for nobody: what is late leaves its place empty. */
export function AddressSummary() {
  const servicesRead = useQuery(servicesQuery);
  const { data: services } = servicesRead;
  const { data: account } = useQuery(residentialDataQuery);
  const kept = services?.filter(({ state }) => state === 'active' || state === 'provisioning') ?? [];
  return (
    <section className="flex flex-col gap-4">
      <Subhead>{texts.addresses}</Subhead>
      <FailedPart reads={[servicesRead]} />
      {kept.length > 0 && (
        <ul className="m-0 list-none border-t border-line p-0">
          {kept.slice(0, most).map((service) => {
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
                      : say(texts.addressOf, {
                          country: countryName(service.country),
                          state: serviceState(service),
                        })}
                  </span>
                </span>
                {service.state === 'active' && (
                  <Link
                    to="/dash/dedicated/extend/$id"
                    params={{ id: service.id }}
                    aria-label={say(texts.extendOf, { address: name })}
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
      {kept.length > most ? (
        <span>
          <Link to="/dash/dedicated/" className={linkActionClasses}>
            {say(texts.allAddresses, { count: kept.length })}
          </Link>
        </span>
      ) : (
        account?.stopped === false && (
          <span>
            <Link to="/dash/dedicated/payment" className={linkActionClasses}>
              {texts.orderAddress}
            </Link>
          </span>
        )
      )}
    </section>
  );
}
